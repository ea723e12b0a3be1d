import { addLead, signUpViaApi } from './support/accounts.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const file = [
  'Cliente;Empresa;Fone/Celular/Whats;E-mail;Valor;Fase;Data;Apelido',
  'Janaína Conceição;Padaria Sol;(11) 98765-4321;janaina@exemplo.com.br;R$ 1.234,56;Fechado;05/03/2026;Jana',
  'Bruno Lima;;11 3333-4444;;1.500;Aguardando;13/03/2026;',
  'Carla;Oficina;21 99999-0000;carla@exemplo;200,00;;;',
  'João;Clínica;11 91111-2222;joao@exemplo.com.br;300,00;;;',
].join('\r\n')

test('a spreadsheet from old Excel is checked, imported and undone @phone', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'João', telefone: '11911112222', email: 'joao@exemplo.com.br' })
  await page.goto('/dashboard?aba=lista')
  await expect(page.getByRole('searchbox')).toBeVisible()
  // Phones show the actions on demand.
  const more = page.getByRole('button', { name: 'Filtros e ações' })
  if (await more.isVisible()) await more.click()
  await page.getByRole('button', { name: 'Mais ações da lista' }).click()
  await page.getByRole('menuitem', { name: 'Importar planilha' }).click()
  await expect(page.getByRole('heading', { name: 'Importar planilha' })).toBeVisible()
  await expectNoAxeViolations(page, 'import: file')
  await page
    .getByLabel('Planilha de leads')
    .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(file, 'latin1') })
  await expect(page.getByRole('heading', { name: 'Confira' })).toBeVisible()
  await expect(page.getByLabel('Acentos (codificação)')).toHaveValue('windows-1252')
  await expect(page.getByText('Janaína Conceição').first()).toBeVisible()
  await page.getByText('Linhas que não entram (1)').click()
  await expectNoAxeViolations(page, 'import: check')
  await page.getByRole('button', { name: 'Importar 3 linhas' }).click()
  await expect(page.getByText('Importação concluída')).toBeVisible()
  await expect(page.getByText(/^2 novos · .* · 1 com problema$/)).toBeVisible()
  await expectNoAxeViolations(page, 'import: result')
  await page.getByRole('button', { name: 'Desfazer importação' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer importação' }).click()
  await expect(page.getByText('Importação desfeita')).toBeVisible()
  await page.goto('/dashboard/lixeira')
  await expect(page.getByText('Janaína Conceição')).toBeVisible()
  await expectNoAxeViolations(page, 'import: trash')
})
