import type { Page, Route } from '@playwright/test'
import { importStates } from './import-states.ts'
import type { State } from './states.ts'

const id = '018f0000-0000-7000-8000-00000000000'

const neverResolves = () => new Promise<void>(() => {})
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const respondUnavailable = (route: Route) =>
  route.fulfill({
    status: 503,
    json: { code: 'unavailable', message: 'Serviço indisponível. Tente novamente em instantes.', requestId: 'x' },
  })

const bar = (page: Page) => page.getByRole('region', { name: 'Leads selecionados' })

const selectRows = async (page: Page) => {
  const boxes = page.getByRole('checkbox', { name: /^Selecionar / })
  await boxes.nth(1).check()
  // On a phone, the bar comes over the next box.
  await bar(page).waitFor()
  await boxes.nth(2).check()
  await bar(page).getByText('2 leads selecionados').waitFor()
}

const selectionState = (name: string, open: (page: Page) => Promise<unknown>, before?: State['before']): State => ({
  name: `selection ${name}`,
  path: '/dashboard?aba=lista',
  ...(before && { before }),
  open: async page => {
    await selectRows(page)
    await open(page)
  },
})

const move = async (page: Page) => {
  await bar(page).getByRole('button', { name: 'Mover' }).click()
  await page.getByRole('menuitem', { name: 'Qualificando' }).click()
}

const changeTwo = (changes: object) => (page: Page) =>
  page.route('**/api/leads/bulk/move', route =>
    route.fulfill({ json: { _id: `${id}9`, changed: 2, unchanged: 0, notFound: [], ...changes } }),
  )

const selectionStates: State[] = [
  selectionState('bar', async () => {}),
  selectionState('stages', async page => {
    await bar(page).getByRole('button', { name: 'Mover' }).click()
    await page.getByRole('menu').waitFor()
  }),
  selectionState('export', async page => {
    await bar(page).getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('menu').waitFor()
  }),
  selectionState('question before removal', async page => {
    await bar(page).getByRole('button', { name: 'Excluir' }).click()
    await page.getByRole('alertdialog').waitFor()
  }),
  selectionState(
    'change',
    async page => {
      await move(page)
      await waitForText(page, 'Alterando 2 leads')
    },
    page => page.route('**/api/leads/bulk/move', neverResolves),
  ),
  selectionState(
    'failure',
    async page => {
      await move(page)
      await waitForText(page, 'Os leads não foram alterados')
    },
    page => page.route('**/api/leads/bulk/move', respondUnavailable),
  ),
  selectionState(
    'changed',
    async page => {
      await move(page)
      await page.getByRole('button', { name: 'Desfazer' }).waitFor()
    },
    changeTwo({}),
  ),
  selectionState(
    'undone',
    async page => {
      await move(page)
      await page.getByRole('button', { name: 'Desfazer' }).click()
      await waitForText(page, 'Alteração desfeita')
    },
    async page => {
      await changeTwo({})(page)
      await page.route('**/api/leads/bulk/*/undo', route =>
        route.fulfill({ json: { undone: 1, kept: 1, keptLeads: [{ _id: `${id}1`, nome: 'Ana Souza' }] } }),
      )
    },
  ),
]

/** Responds with some of the account's own leads. */
const withLeads = (page: Page, url: RegExp, toResponse: (leads: object[]) => object) =>
  page.route(url, async route => {
    const { authorization = '' } = route.request().headers()
    const response = await page.request.get('/api/leads?limit=3', { headers: { authorization } })
    await route.fulfill({ json: toResponse((await response.json()).leads) })
  })

const withDuplicates = (page: Page) =>
  withLeads(page, /\/api\/leads\/duplicates\?/, leads => ({ groups: [{ leads, count: leads.length }], total: 1 }))

const withTrash = (page: Page) =>
  withLeads(page, /\/api\/leads\/trash\?/, leads => ({
    leads: leads.map(lead => ({
      lead,
      removedAt: new Date(Date.now() - 3_600_000).toISOString(),
      removedBy: { _id: `${id}1`, nome: 'Mariana Alves' },
    })),
    nextCursor: null,
    total: leads.length,
  }))

const restoreAll = async (page: Page) => {
  await page.getByRole('button', { name: 'Selecionar todos' }).click()
  await page.getByRole('button', { name: /^Restaurar 3 leads/ }).click()
}

const trashState = (
  name: string,
  open: (page: Page) => Promise<unknown>,
  restore?: (route: Route) => unknown,
): State => ({
  name: `trash ${name}`,
  path: '/dashboard/lixeira',
  before: async page => {
    await withTrash(page)
    if (restore) await page.route('**/api/leads/trash/restore', restore)
  },
  open,
})

const cleanUpStates: State[] = [
  {
    name: 'duplicates',
    path: '/dashboard/duplicados',
    before: withDuplicates,
    open: page => page.getByRole('button', { name: /^Unir 3 leads/ }).waitFor(),
  },
  {
    name: 'duplicates merge',
    path: '/dashboard/duplicados',
    before: withDuplicates,
    open: async page => {
      await page.getByRole('button', { name: /^Unir 3 leads/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: /^Unir/ }).waitFor()
    },
  },
  {
    name: 'duplicates told apart',
    path: '/dashboard/duplicados?ver=separados',
    before: withDuplicates,
    open: page => page.getByRole('button', { name: 'São duplicados, sim' }).waitFor(),
  },
  trashState('rows', page => page.getByRole('checkbox').first().check()),
  trashState(
    'restoring',
    async page => {
      await restoreAll(page)
      await waitForText(page, 'Restaurando...')
    },
    neverResolves,
  ),
  trashState(
    'failure',
    async page => {
      await restoreAll(page)
      await waitForText(page, 'Erro ao restaurar leads!')
    },
    respondUnavailable,
  ),
]

/** Imports, changes of many leads, duplicates and the trash; the server's responses are given. Needs three leads. */
export const spreadsheetStates: State[] = [...importStates, ...selectionStates, ...cleanUpStates]
