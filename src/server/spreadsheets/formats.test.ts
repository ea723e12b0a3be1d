import { describe, expect, it } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import { aUser, fetchAllLeads } from '../testing/factories.ts'
import { configure, importFile, uploadFile } from '../testing/import-file.ts'
import { testApp } from '../testing/test-app.ts'
import { aWorkbook, type WorkbookCell } from '../testing/workbook.ts'

const app = await testApp()

const headings = [
  'Nome',
  'Empresa',
  'Telefone',
  'E-mail',
  'Descrição',
  'Valor',
  'Etapa',
  'Pagamento',
  'Prazo',
  'Prospecção',
  'Fechamento',
]

interface Sample {
  texts: [string, string, string, string, string]
  reais: number
  stage: string
  more: [string, string]
  dates: [string, string]
}

const pad = (number: number, length = 2) => String(number).padStart(length, '0')

/** Without an accent before the last lead. */
const samples: Sample[] = Array.from({ length: 500 }, (_, index) => ({
  texts: [
    index === 499 ? 'Janaína Conceição' : `Cliente ${index}, "o ${index}"`,
    `Empresa ${index}; filial`,
    `119${pad(index, 8)}`,
    `cliente${index}@exemplo.com`,
    index % 7 ? `Site ${index}` : `Site\n${index}`,
  ],
  reais: (index * 123_457) / 100,
  stage: ['Novo Lead', 'Ganho', 'Perdido'][index % 3] ?? '',
  more: ['Pix', '30 dias'],
  dates: [
    `2026-${pad((index % 12) + 1)}-${pad((index % 28) + 1)}`,
    `2027-${pad((index % 12) + 1)}-${pad((index % 28) + 1)}`,
  ],
}))

const thousands = (reais: number, group: string, decimal: string): string => {
  const [whole = '', cents = ''] = reais.toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${decimal}${cents}`
}
const brazilianDate = (iso: string) => iso.split('-').toReversed().join('/')
const americanDate = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
const delimited = (
  separator: string,
  money: (reais: number) => string,
  date: (iso: string) => string,
  head = headings,
) =>
  [
    head.join(separator),
    ...samples.map(({ texts, reais, stage, more, dates }) =>
      [...texts, money(reais), stage, ...more, ...dates.map(date)].map(quote).join(separator),
    ),
  ].join('\r\n')

const brazilian = delimited(';', reais => `R$ ${thousands(reais, '.', ',')}`, brazilianDate)
const tabbed = delimited('\t', reais => thousands(reais, '.', ','), brazilianDate)
const american = delimited(',', reais => thousands(reais, ',', '.'), americanDate, [
  'Full name',
  'Company',
  'Phone',
  'E-mail',
  'Notes',
  'Amount',
  'Stage',
  'Payment',
  'Deadline',
  'Date',
  'Closing date',
])
const cells: WorkbookCell[][] = [
  headings,
  ...samples.map(({ texts: [nome, negocio, telefone, ...texts], reais, stage, more, dates }) => [
    nome,
    negocio,
    // Excel stores a phone as a number.
    Number(telefone),
    ...texts,
    reais,
    stage,
    ...more,
    ...dates.map(date => ({ date })),
  ]),
]
const withMark = (bytes: number[], content: Buffer) => Buffer.concat([Buffer.from(bytes), content])
/** Without accents in the headings, the first one is in the last row. */
const plain = (text: string) => text.replace('Descrição', 'Obs').replace('Prospecção', 'Data')

const fieldsOf = ({
  _id,
  userId,
  createdAt,
  updatedAt,
  stageSince,
  isStageSinceExact,
  nextStep,
  lostReasonId,
  lostNote,
  ...fields
}: Lead) => fields

describe('the same 500 leads', () => {
  const expected = samples.map(
    ({ texts: [nome, negocio, telefone, email, descricaoServico], reais, stage, dates }) => ({
      nome,
      negocio,
      telefone,
      email,
      descricaoServico,
      valorServico: Math.round(reais * 100) / 100,
      status: { 'Novo Lead': 'novo-lead', Ganho: 'ganho', Perdido: 'perdido' }[stage],
      formaPagamento: 'Pix',
      prazoEntrega: '30 dias',
      dataProspeccao: `${dates[0]}T00:00:00.000Z`,
      dataFechamento: `${dates[1]}T00:00:00.000Z`,
      origem: 'importado',
      baseLegal: null,
      naoContatar: false,
      anonymizedAt: null,
      version: 1,
    }),
  )

  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(plain(brazilian))],
    ['UTF-8 with a mark', withMark([0xef, 0xbb, 0xbf], Buffer.from(brazilian))],
    ['Windows-1252', Buffer.from(plain(brazilian), 'latin1')],
    ['UTF-16 with tabs', withMark([0xff, 0xfe], Buffer.from(tabbed, 'utf16le'))],
    ['American commas and dates', Buffer.from(american)],
    ['XLSX', aWorkbook(cells)],
    ['XLSX with the calendar of 1904', aWorkbook(cells, { is1904: true })],
  ])('arrive equal from %s', async (_, file) => {
    const { token } = await aUser(app)
    const { result } = await importFile(app, token, file)
    expect(result).toEqual({ created: 500, updated: 0, skipped: 0, failed: 0, erased: 0 })
    const leads = (await fetchAllLeads(app, token)).map(fieldsOf)
    const byEmail = (one: { email: string }, other: { email: string }) => (one.email < other.email ? -1 : 1)
    expect(leads.toSorted(byEmail)).toEqual(expected.toSorted(byEmail))
  })
})

describe('a choice', () => {
  it('of the separator, the heading row or a column is read and checked again', async () => {
    const { token } = await aUser(app)
    const file = Buffer.from('Lista de clientes\nNome|Valor|Data\nAna|1.500|03/04/2026\nBia|2.000|05/04/2026')
    const first = await uploadFile(app, token, file)
    expect(first.layout).toMatchObject({ separator: '|', headerRow: 2 })
    expect(first.columns.map(({ reading, isProven }) => [reading, isProven])).toEqual([
      [null, false],
      ['br', false],
      ['dmy', false],
    ])
    const american = first.columns.map(({ target, reading }, index) => ({
      target,
      reading: index === 1 ? 'us' : reading,
    }))
    expect((await configure(app, token, first._id, { columns: american })).check).toMatchObject({ new: 0, invalid: 2 })
    const other = await configure(app, token, first._id, { layout: { separator: ';' } })
    expect(other.columns).toHaveLength(1)
    expect(await configure(app, token, first._id, { layout: { separator: '|', headerRow: 0 } })).toMatchObject({
      total: 4,
    })
  })

  it('of an encoding that the file does not have is rejected, and another one is read', async () => {
    const { token } = await aUser(app)
    const { _id: id } = await uploadFile(app, token, Buffer.from('Nome;E-mail\nJoão;j@exemplo.com', 'latin1'))
    const failed = await configure(app, token, id, { layout: { encoding: 'utf-8' } })
    expect([failed.state, failed.error]).toEqual(['failed', 'O arquivo não está nesta codificação. Escolha outra.'])
    const read = await configure(app, token, id, { layout: { encoding: 'windows-1252' } })
    expect([read.state, read.columns[0]?.samples]).toEqual(['ready', ['João']])
  })
})

it('the pieces in which a file is parsed split no character', async () => {
  const { token } = await aUser(app)
  // Each row has an odd number of UTF-16 units, so pieces end within pairs.
  const names = Array.from({ length: 2000 }, (_, index) => `${'🏡🌵'.repeat(2 + (index % 5))}${index % 2 ? 'a' : ''}`)
  const file = Buffer.from(['Nome;E-mail', ...names.map((name, index) => `${name};${index}@exemplo.com`)].join('\n'))
  await importFile(app, token, file)
  const leads = await fetchAllLeads(app, token)
  expect(leads.map(({ nome }) => nome).toSorted()).toEqual(names.toSorted())
})
