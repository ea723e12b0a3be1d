import {
  neverResolves,
  rejectWith,
  waitForCards,
  waitForEmptyState,
  waitForText,
  waitUntilLoaded,
} from './parts.mjs'

/** Phones show filters and actions after a tap. */
const showActions = async ({ page, isPhone }) => {
  if (isPhone) await page.getByRole('button', { name: 'Filtros e ações' }).click()
}

const firstRow = ({ page }) => page.locator('[data-row]').first().waitFor()

const openFirst = async ({ page }) => {
  await waitForCards({ page })
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

const openMenu = async context => {
  await waitForCards(context)
  await openFirstMenu(context)
}

const writeStale = async context => {
  const { page, api } = context
  await openFirst(context)
  const id = new URL(page.url()).searchParams.get('lead')
  await page
    .getByRole('dialog')
    .getByLabel('Negócio / Nicho')
    .fill(`Clínica da Família ${Date.now() % 1000}`)
  await api('PATCH', `/leads/${id}`, { valorServico: 777.77 + (Date.now() % 100), negocio: 'Confeitaria' })
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await waitForText(page, 'Este lead foi alterado em outro lugar')
}

const tabs = [
  { name: 'dashboard', path: '/dashboard', ready: waitForCards },
  { name: 'kanban', path: '/dashboard?aba=kanban', ready: waitForCards },
  { name: 'list', path: '/dashboard?aba=lista', ready: firstRow },
]

/** Screens beside the tabs. */
const workScenes = Object.entries({
  today: '/dashboard?aba=hoje',
  import: '/dashboard/importar',
  trash: '/dashboard/lixeira',
  duplicates: '/dashboard/duplicados',
  reports: '/dashboard/relatorios',
}).flatMap(([name, path]) =>
  ['many', 'empty'].map(account => ({
    name: `${name}-${account}`,
    path,
    account,
    act: waitUntilLoaded,
  })),
)

const emptyText = 'Seu funil começa aqui'

const tabScenes = tabs.flatMap(({ name, path, ready }) => {
  const and = path.includes('?') ? '&' : '?'
  return [
    { name: `${name}-empty`, path, account: 'empty', act: ({ page }) => waitForEmptyState(page, emptyText) },
    {
      name: `${name}-one`,
      path,
      account: 'one',
      act: async context => {
        await ready(context)
        await context.page.getByRole('region', { name: 'Primeiros passos' }).waitFor()
      },
    },
    { name: `${name}-many`, path, account: 'many', act: ready },
    { name: `${name}-compact`, path, account: 'many', preferences: { densidade: 'compact' }, act: ready },
    {
      name: `${name}-loading`,
      path,
      account: 'many',
      before: ({ page }) => page.route('**/api/leads**', neverResolves),
      act: async ({ page }) => {
        // The placeholder of the whole page has no header.
        await page.getByRole('banner').waitFor()
        await page.locator('[aria-busy=true]').first().waitFor()
        await page.waitForTimeout(400)
      },
    },
    {
      name: `${name}-failed`,
      path,
      account: 'many',
      before: ({ page }) => page.route('**/api/leads**', rejectWith(400, 'validation_failed')),
      act: ({ page }) => waitForEmptyState(page, 'Erro ao buscar leads'),
    },
    {
      name: `${name}-none-found`,
      path: `${path}${and}q=xyzxyz`,
      account: 'many',
      act: ({ page }) => waitForEmptyState(page, 'Nenhum lead encontrado'),
    },
    {
      name: `${name}-filters`,
      path: `${path}${and}q=a&prospeccao_de=2026-01-01`,
      account: 'many',
      act: async context => {
        await ready(context)
        await showActions(context)
        await context.page.getByLabel('Fechamento até').waitFor()
      },
    },
  ]
})

const dialogScenes = [
  {
    name: 'lead-new',
    path: '/dashboard?lead=novo',
    account: 'many',
    act: ({ page }) => page.getByRole('dialog').getByLabel('Nome').waitFor(),
  },
  {
    name: 'lead-mistakes',
    path: '/dashboard?lead=novo',
    account: 'many',
    act: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
      await waitForText(page, 'Informe o nome')
    },
  },
  { name: 'lead-edit', path: '/dashboard?aba=kanban', account: 'many', act: openFirst },
  { name: 'lead-stale', path: '/dashboard?aba=kanban', account: 'many', act: writeStale },
  {
    name: 'lead-discard',
    path: '/dashboard?aba=kanban',
    account: 'many',
    act: async context => {
      await openFirst(context)
      await context.page.getByRole('dialog').getByLabel('Telefone').fill('11999999999')
      await context.page.keyboard.press('Escape')
      await context.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'lead-save-failed',
    path: '/dashboard?aba=kanban',
    account: 'many',
    act: async context => {
      await openFirst(context)
      await context.page.route('**/api/leads/*', route => route.abort())
      await context.page.getByRole('dialog').getByLabel('Telefone').fill('11999999999')
      await context.page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
      await context.page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    name: 'lead-limit',
    path: '/dashboard?lead=novo',
    account: 'full',
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
    account: 'many',
    act: ({ page }) => waitForText(page, 'Lead não encontrado'),
  },
  {
    name: 'lead-delete',
    path: '/dashboard?aba=kanban',
    account: 'many',
    act: async context => {
      await openMenu(context)
      await context.page.getByRole('menuitem', { name: 'Excluir' }).click()
      await context.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'report-question',
    path: '/dashboard',
    account: 'many',
    before: ({ page }) =>
      page.route('**/api/leads?*limit=500*', async route => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), total: 25_000 } })
      }),
    act: async context => {
      await waitForCards(context)
      await showActions(context)
      await context.page.getByRole('button', { name: 'Exportar PDF' }).click()
      await context.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'report-running',
    path: '/dashboard',
    account: 'many',
    before: ({ page }) => page.route('**/api/leads?*limit=500*', neverResolves),
    act: async context => {
      await waitForCards(context)
      await showActions(context)
      await context.page.getByRole('button', { name: 'Exportar PDF' }).click()
      await waitForText(context.page, /Gerando PDF/)
      await context.page.waitForTimeout(500)
    },
  },
]

const boardScenes = [
  { name: 'board-menu', path: '/dashboard?aba=kanban', account: 'many', act: openMenu },
  {
    name: 'board-shortcuts',
    path: '/dashboard?aba=kanban',
    account: 'many',
    only: 1440,
    act: async context => {
      await waitForCards(context)
      await context.page.locator('[data-card] [data-open]').first().press('?')
      await waitForText(context.page, 'Esta ajuda')
    },
  },
  { name: 'board-full-screen', path: '/dashboard?aba=kanban&tela=cheia', account: 'many', act: waitForCards },
  {
    name: 'board-focus',
    path: '/dashboard?aba=kanban',
    account: 'many',
    act: async context => {
      await waitForCards(context)
      await context.page.locator('[data-open][tabindex="0"]').first().focus()
      await context.page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'board-move-rejected',
    path: '/dashboard?aba=kanban',
    account: 'one',
    act: async context => {
      await waitForCards(context)
      await context.page.route('**/api/leads/*', rejectWith(403, 'forbidden'))
      await context.page.locator('[data-open][tabindex="0"]').first().focus()
      await context.page.keyboard.press(']')
      await waitForText(context.page, 'Erro ao atualizar lead!')
      await context.page.waitForTimeout(500)
    },
  },
  {
    name: 'board-offline',
    path: '/dashboard?aba=kanban',
    account: 'one',
    act: async context => {
      await waitForCards(context)
      await context.page.context().setOffline(true)
      await context.page.locator('[data-open][tabindex="0"]').first().focus()
      await context.page.keyboard.press(']')
      await waitForText(context.page, 'Pendente')
    },
  },
  {
    name: 'list-menu',
    path: '/dashboard?aba=lista',
    account: 'many',
    act: async context => {
      await firstRow(context)
      await openFirstMenu(context)
    },
  },
  { name: 'list-whole', path: '/dashboard?aba=lista&pagina=3', account: 'many', fullPage: true, act: firstRow },
  {
    name: 'dashboard-by-status',
    path: '/dashboard',
    account: 'many',
    fullPage: true,
    preferences: { numeros: 'stages' },
    act: waitForCards,
  },
  { name: 'dashboard-whole', path: '/dashboard', account: 'many', fullPage: true, act: waitForCards },
]

export const leadScenes = [...tabScenes, ...workScenes, ...dialogScenes, ...boardScenes]
