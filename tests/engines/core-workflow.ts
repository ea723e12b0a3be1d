import { createProduct, removeProduct } from '../e2e/support/product.ts'
import type { Browser } from './browser.ts'
import { createScreen, type Screen } from './screen.ts'

/** Leads with contacts of their own: the note about a contact that is already a lead would move the button that is clicked. */
const addLead = async (screen: Screen, nome: string, telefone: string): Promise<void> => {
  await screen.click('button', 'Novo Lead')
  await screen.fill('Nome', nome)
  await screen.fill('Negócio / Nicho', 'Clínica Bem-Estar')
  await screen.fill('Telefone', telefone)
  await screen.fill('E-mail', `contato-${telefone}@bemestar.com.br`)
  await screen.fill('Descrição do serviço', 'Site novo com agendamento')
  await screen.fill('Valor do serviço', '123456')
  await screen.click('[role=dialog] button', 'Salvar')
  await screen.find('[data-card]', nome)
}

const expectTotals = async (screen: Screen, url: string): Promise<void> => {
  await screen.goto(`${url}/dashboard`)
  await screen.expectText('[aria-label="Resumo"]', 'R$ 2.469,12 no total')
  await screen.expectText('[aria-label="Resumo"]', 'Taxa Conversão50%')
  await screen.expectText('[aria-label="Resumo"]', 'Valor FechadoR$ 1.234,56')
}

/**
 * From the sign-up to totals that survive a reload and a restart, as tests/e2e/core-workflow.spec.ts in Chromium. The
 * lead moves by its menu: both browsers begin a drag here, but neither driver can drop.
 */
export const runCoreWorkflow = async (browser: Browser): Promise<void> => {
  const product = await createProduct({}, undefined)
  const screen = createScreen(browser)
  const [won, open] = ['João Pedro Araújo', 'Luísa Figueirêdo']
  try {
    await product.start()
    await screen.goto(`${product.url}/register`)
    await screen.fill('Nome', 'Mariana Conceição Albuquerque')
    await screen.fill('E-mail', 'mariana@exemplo.com.br')
    await screen.fill('Senha', 'segredo-da-mariana')
    await screen.fill('Confirmar senha', 'segredo-da-mariana')
    await screen.click('button', 'Criar conta')
    await screen.expectText('body', 'Seu funil começa aqui')
    await addLead(screen, open, '11987654321')
    await addLead(screen, won, '11987654322')
    await screen.click('a', 'Kanban')
    await screen.click('[data-card] button', `Ações de ${won}`)
    await screen.click('[role=menuitemradio]', 'Ganho')
    await screen.find('[data-stage="ganho"] [data-card]', won)
    await expectTotals(screen, product.url)
    await product.restart()
    await expectTotals(screen, product.url)
    await screen.goto(`${product.url}/dashboard?aba=lista`)
    await screen.expectText('tr', '(11) 98765-4321')
    await screen.click('button', 'Sair')
    await screen.expectPath('/login')
  } finally {
    await removeProduct(product)
  }
}
