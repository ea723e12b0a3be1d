import { held, refuse, see } from './picture-parts.mjs'

const firstCard = ({ page }) => page.locator('[data-card]').first().waitFor()
const firstRow = ({ page }) => page.locator('[data-row]').first().waitFor()

const openFirst = async ({ page }) => {
  await firstCard({ page })
  await page.locator('[data-card] [data-open]').first().press('Enter')
  await page.getByRole('dialog').getByLabel('Nome').waitFor()
}

const openFirstMenu = async ({ page }) => {
  await page
    .getByRole('button', { name: /^Ações de/ })
    .first()
    .click()
  await page.getByRole('menu').waitFor()
}

const openMenu = async stage => {
  await firstCard(stage)
  await openFirstMenu(stage)
}

const writeStale = async stage => {
  const { page, api } = stage
  await openFirst(stage)
  const id = new URL(page.url()).searchParams.get('lead')
  await page
    .getByRole('dialog')
    .getByLabel('Negócio / Nicho')
    .fill(`Clínica da Família ${Date.now() % 1000}`)
  await api('PATCH', `/leads/${id}`, { valorServico: 777.77 + (Date.now() % 100), negocio: 'Confeitaria' })
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await see(page, 'Este lead foi alterado em outro lugar')
}

const tabs = [
  { name: 'dashboard', path: '/dashboard', ready: firstCard },
  { name: 'kanban', path: '/dashboard?aba=kanban', ready: firstCard },
  { name: 'list', path: '/dashboard?aba=lista', ready: firstRow },
]

const emptyText = 'Seu funil começa aqui'

const tabScenes = tabs.flatMap(({ name, path, ready }) => {
  const and = path.includes('?') ? '&' : '?'
  return [
    { name: `${name}-empty`, path, who: 'empty', act: ({ page }) => see(page, emptyText) },
    { name: `${name}-one`, path, who: 'one', act: ready },
    { name: `${name}-many`, path, who: 'many', act: ready },
    { name: `${name}-compact`, path, who: 'many', preferences: { densidade: 'compact' }, act: ready },
    {
      name: `${name}-loading`,
      path,
      who: 'many',
      before: ({ page }) => page.route('**/api/leads**', held),
      act: async ({ page }) => {
        await page.locator('[aria-busy=true]').first().waitFor()
        await page.waitForTimeout(400)
      },
    },
    {
      name: `${name}-failed`,
      path,
      who: 'many',
      before: ({ page }) => page.route('**/api/leads**', refuse(400, 'validation_failed')),
      act: ({ page }) => see(page, 'Não foi possível carregar seus leads'),
    },
    {
      name: `${name}-none-found`,
      path: `${path}${and}q=xyzxyz`,
      who: 'many',
      act: ({ page }) => see(page, 'Nenhum lead encontrado'),
    },
    {
      name: `${name}-filters`,
      path: `${path}${and}q=a&prospeccao_de=2026-01-01`,
      who: 'many',
      act: async stage => {
        await ready(stage)
        await stage.page.getByLabel('Fechamento até').waitFor()
      },
    },
  ]
})

const dialogScenes = [
  {
    name: 'lead-new',
    path: '/dashboard?lead=novo',
    who: 'many',
    act: ({ page }) => page.getByRole('dialog').getByLabel('Nome').waitFor(),
  },
  {
    name: 'lead-mistakes',
    path: '/dashboard?lead=novo',
    who: 'many',
    act: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
      await see(page, 'Informe o nome.')
    },
  },
  { name: 'lead-edit', path: '/dashboard?aba=kanban', who: 'many', act: openFirst },
  { name: 'lead-stale', path: '/dashboard?aba=kanban', who: 'many', act: writeStale },
  {
    name: 'lead-discard',
    path: '/dashboard?aba=kanban',
    who: 'many',
    act: async stage => {
      await openFirst(stage)
      await stage.page.getByRole('dialog').getByLabel('Telefone').fill('11999999999')
      await stage.page.keyboard.press('Escape')
      await stage.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'lead-save-failed',
    path: '/dashboard?aba=kanban',
    who: 'many',
    act: async stage => {
      await openFirst(stage)
      await stage.page.route('**/api/leads/*', route => route.abort())
      await stage.page.getByRole('dialog').getByLabel('Telefone').fill('11999999999')
      await stage.page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
      await stage.page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    name: 'lead-limit',
    path: '/dashboard?lead=novo',
    who: 'full',
    act: async ({ page }) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Nome').fill('Lead 101')
      await dialog.getByLabel('Negócio / Nicho').fill('Padaria')
      await dialog.getByLabel('Telefone').fill('11987654321')
      await dialog.getByLabel('E-mail').fill('maria@exemplo.com.br')
      await dialog.getByLabel('Descrição do serviço').fill('Site')
      await dialog.getByLabel('Valor do serviço').pressSequentially('5000')
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'lead-gone',
    path: '/dashboard?lead=018f0000-0000-7000-8000-000000000000',
    who: 'many',
    act: ({ page }) => see(page, 'Lead não encontrado'),
  },
  {
    name: 'lead-delete',
    path: '/dashboard?aba=kanban',
    who: 'many',
    act: async stage => {
      await openMenu(stage)
      await stage.page.getByRole('menuitem', { name: 'Excluir' }).click()
      await stage.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'report-question',
    path: '/dashboard',
    who: 'many',
    before: ({ page }) =>
      page.route('**/api/leads?*limit=500*', async route => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), total: 25_000 } })
      }),
    act: async stage => {
      await firstCard(stage)
      await stage.page.getByRole('button', { name: 'Exportar PDF' }).click()
      await stage.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'report-running',
    path: '/dashboard',
    who: 'many',
    before: ({ page }) => page.route('**/api/leads?*limit=500*', held),
    act: async stage => {
      await firstCard(stage)
      await stage.page.getByRole('button', { name: 'Exportar PDF' }).click()
      await see(stage.page, /Gerando PDF/)
      await stage.page.waitForTimeout(500)
    },
  },
]

const boardScenes = [
  { name: 'board-menu', path: '/dashboard?aba=kanban', who: 'many', act: openMenu },
  {
    name: 'board-shortcuts',
    path: '/dashboard?aba=kanban',
    who: 'many',
    only: 1440,
    act: async stage => {
      await firstCard(stage)
      await stage.page.locator('[data-card] [data-open]').first().press('?')
      await see(stage.page, 'Esta ajuda')
    },
  },
  {
    name: 'board-full-screen',
    path: '/dashboard?aba=kanban&tela=cheia',
    who: 'many',
    act: firstCard,
  },
  {
    name: 'board-focus',
    path: '/dashboard?aba=kanban',
    who: 'many',
    act: async stage => {
      await firstCard(stage)
      await stage.page.locator('[data-open][tabindex="0"]').focus()
      await stage.page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'board-move-refused',
    path: '/dashboard?aba=kanban',
    who: 'one',
    act: async stage => {
      await firstCard(stage)
      await stage.page.route('**/api/leads/*', refuse(403, 'forbidden'))
      await stage.page.locator('[data-open][tabindex="0"]').focus()
      await stage.page.keyboard.press(']')
      await see(stage.page, 'Erro ao atualizar lead!')
      await stage.page.waitForTimeout(500)
    },
  },
  {
    name: 'board-offline',
    path: '/dashboard?aba=kanban',
    who: 'one',
    act: async stage => {
      await firstCard(stage)
      await stage.page.context().setOffline(true)
      await stage.page.locator('[data-open][tabindex="0"]').focus()
      await stage.page.keyboard.press(']')
      await see(stage.page, 'pendente')
    },
  },
  {
    name: 'list-menu',
    path: '/dashboard?aba=lista',
    who: 'many',
    act: async stage => {
      await firstRow(stage)
      await openFirstMenu(stage)
    },
  },
  { name: 'list-whole', path: '/dashboard?aba=lista&pagina=3', who: 'many', whole: true, act: firstRow },
  {
    name: 'dashboard-by-status',
    path: '/dashboard',
    who: 'many',
    whole: true,
    preferences: { numeros: 'stages' },
    act: firstCard,
  },
  { name: 'dashboard-whole', path: '/dashboard', who: 'many', whole: true, act: firstCard },
]

export const leadScenes = [...tabScenes, ...dialogScenes, ...boardScenes]
