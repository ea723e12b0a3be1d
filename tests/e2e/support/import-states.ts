import type { Page, Route } from '@playwright/test'
import type { Import, ImportState } from '../../../src/contract/spreadsheets/import.ts'
import type { State } from './states.ts'

const id = '018f0000-0000-7000-8000-00000000000'
const column = { reading: null, isProven: false }

const anImport = (state: ImportState, changes: Partial<Import> = {}): Import => ({
  _id: `${id}1`,
  fileName: 'Contatos da Feira do Empreendedor de São José dos Campos 2026.csv',
  bytes: 1_204_000,
  createdAt: '2026-11-20T13:00:00.000000Z',
  createdBy: 'Mariana Alves',
  state,
  error: null,
  layout: { encoding: 'windows-1252', separator: ';', sheet: null, headerRow: 1 },
  sheets: [],
  columns: [
    { ...column, heading: 'Cliente', samples: ['Janaína Conceição', 'Bruno Lima'], target: 'nome' },
    { ...column, heading: 'Fone/Celular/Whats', samples: ['(11) 98765-4321', '11 3333-4444'], target: 'telefone' },
    { ...column, heading: 'Orçamento', samples: ['1.500', '2.000'], target: 'valorServico', reading: 'br' },
    { heading: 'Data', samples: ['13/03/2026'], target: 'dataProspeccao', reading: 'dmy', isProven: true },
    { ...column, heading: 'Apelido', samples: ['Jana'], target: 'extra' },
  ],
  policy: 'fill',
  defaultStage: 'novo-lead',
  origem: 'indicacao',
  baseLegal: 'legitimo_interesse',
  check: null,
  total: 2340,
  done: 0,
  result: { created: 0, updated: 0, skipped: 0, failed: 0, erased: 0 },
  finishedAt: null,
  undoUntil: null,
  undo: null,
  ...changes,
})

const finished: Partial<Import> = {
  done: 2340,
  result: { created: 2216, updated: 73, skipped: 12, failed: 38, erased: 1 },
  finishedAt: '2026-11-20T13:05:00.000000Z',
  undoUntil: '2026-12-20T13:05:00.000000Z',
}

const checked: Partial<Import> = {
  check: {
    new: 2255,
    matching: 73,
    repeated: 12,
    incomplete: 410,
    invalid: 38,
    room: 37,
    unknownStages: ['Aguardando retorno', 'Visita marcada'],
    problems: [
      { line: 14, name: 'Carla Dias', reason: 'E-mail inválido: carla@exemplo' },
      { line: 1208, name: '', reason: 'A linha não tem nome, telefone nem e-mail' },
    ],
    incompleteRows: [{ line: 3, name: 'Bruno Lima', reason: 'Sem negócio, e-mail, descrição' }],
  },
}

const undone: Partial<Import> = {
  ...finished,
  undoUntil: null,
  undo: {
    removed: 2214,
    restored: 72,
    kept: 3,
    keptLeads: ['Ana Souza', 'Célia Prado', 'Érica Falcão'].map((nome, index) => ({ _id: `${id}${index + 2}`, nome })),
  },
}

const isCall = (route: Route, method: string) => route.request().method() === method
const neverResolves = () => new Promise<void>(() => {})
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const importState = (name: string, shown: Import, open: (page: Page) => Promise<unknown>): State => ({
  name: `import ${name}`,
  path: `/dashboard/importar?arquivo=${shown._id}`,
  before: page => page.route('**/api/imports/*', route => route.fulfill({ json: shown })),
  open,
})

const chooseFile = (page: Page) =>
  page
    .getByLabel('Planilha de leads')
    .setInputFiles({ name: 'feira.csv', mimeType: 'text/csv', buffer: Buffer.from('Nome;Telefone\nAna;11987654321') })

const withImports = (page: Page) =>
  page.route('**/api/imports', route =>
    isCall(route, 'GET')
      ? route.fulfill({
          json: {
            imports: [
              anImport('running', { done: 1200 }),
              anImport('done', { ...finished, _id: `${id}2`, fileName: 'clientes.xlsx' }),
              anImport('undone', {
                ...undone,
                _id: `${id}3`,
                fileName: 'leads-2025.csv',
                origem: null,
                baseLegal: null,
              }),
              anImport('failed', { _id: `${id}4`, fileName: 'planilha.txt', error: 'O arquivo está vazio.' }),
            ],
          },
        })
      : route.fulfill({ status: 201, json: anImport('uploading') }),
  )

/** Every step of an import; the server's responses are given. */
export const importStates: State[] = [
  {
    name: 'import list',
    path: '/dashboard/importar',
    before: withImports,
    open: page => waitForText(page, 'clientes.xlsx'),
  },
  {
    name: 'import upload',
    path: '/dashboard/importar',
    before: async page => {
      await withImports(page)
      await page.route('**/api/imports/*/parts/*', neverResolves)
    },
    open: async page => {
      await waitForText(page, 'clientes.xlsx')
      await chooseFile(page)
      await page.getByLabel('Envio').waitFor()
    },
  },
  importState('reading', anImport('reading'), page => waitForText(page, 'Lendo a planilha')),
  importState('unreadable', anImport('failed', { layout: null, columns: [], error: 'O arquivo está vazio.' }), page =>
    waitForText(page, 'A planilha não foi lida'),
  ),
  importState('check', anImport('ready', checked), async page => {
    await page.getByText('Linhas que não entram').click()
    await page.getByText('Entram sem alguns dados').click()
  }),
  importState('running', anImport('running', { done: 1500 }), page => waitForText(page, 'Importando')),
  importState('done', anImport('done', finished), page => waitForText(page, 'Importação concluída')),
  importState('question before undo', anImport('done', finished), async page => {
    await page.getByRole('button', { name: 'Desfazer importação' }).click()
    await page.getByRole('alertdialog').waitFor()
  }),
  importState('undoing', anImport('undoing', { done: 900 }), page => waitForText(page, 'Desfazendo')),
  importState('undone', anImport('undone', undone), page => waitForText(page, 'Importação desfeita')),
  importState('canceled', anImport('canceled', finished), page => waitForText(page, 'Importação cancelada')),
]
