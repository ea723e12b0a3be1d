import { describe, expect, it } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { aUser, fetchAllLeads } from '../testing/factories.ts'
import { configure, importFile, uploadFile } from '../testing/import-file.ts'
import { testApp } from '../testing/test-app.ts'
import { aWorkbook, type WorkbookCell, workbookEntries, zip } from '../testing/workbook.ts'

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
})

const bomb = () => {
  const [...entries] = workbookEntries([['Nome']])
  return zip([...entries, { name: 'xl/media/a.xml', content: Buffer.alloc(60_000_000) }])
}
const lyingBomb = () => {
  const [...entries] = workbookEntries([['Nome']])
  return zip([...entries, { name: 'xl/media/a.xml', content: Buffer.alloc(60_000_000), claimedSize: 1000 }])
}
const manyEntries = () =>
  zip([
    ...workbookEntries([['Nome']]),
    ...Array.from({ length: 60_000 }, (_, index) => ({ name: `xl/${index}`, content: Buffer.alloc(0) })),
  ])
const ole = (text: string) =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(600),
    Buffer.from(text, 'utf16le'),
  ])

describe('a file that cannot be imported', () => {
  it.each<[string, () => Buffer, RegExp]>([
    ['a zip bomb', bomb, /ocupa espaço demais/],
    ['a zip bomb that lies about its size', lyingBomb, /danificada|espaço demais/],
    ['a workbook of 60,000 entries', manyEntries, /ocupa espaço demais/],
    ['a damaged workbook', () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)]), /danificada/],
    ['a zip of documents', () => zip([{ name: 'a.txt', content: Buffer.from('a') }]), /é um ZIP/],
    ['an .xls', () => ole('Workbook'), /formato .xls é antigo/],
    ['an encrypted workbook', () => ole('EncryptedPackage'), /protegida por senha/],
    ['HTML named .xls', () => Buffer.from('\n<html><table><tr><td>Nome'), /página da web/],
    ['an image named .csv', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), /é uma imagem/],
    ['a program', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)]), /não é um texto nem uma planilha/],
    ['a huge quoted field', () => Buffer.from(`Nome;E-mail\n"${'a'.repeat(20_000_000)}`), /passa de 1 milhão/],
    ['10,000 columns', () => Buffer.from(Array(10_000).fill('a').join(';')), /mais de 300 colunas/],
    ['100,001 rows', () => Buffer.from(`Nome\n${'Ana\n'.repeat(100_001)}`), /mais de 100.000 linhas/],
    ['only headings', () => Buffer.from('Nome;E-mail\n'), /nenhuma linha com dados/],
  ])('gets one clear sentence and leaves nothing behind: %s', async (_, file, reason) => {
    const { token } = await aUser(app)
    const failed = await uploadFile(app, token, file())
    expect(failed.state).toBe('failed')
    expect(failed.error).toMatch(reason)
    const left = await app.db.row(
      `select (select count(*) from import_parts where import_id = $1) as parts,
              (select count(*) from import_chunks where import_id = $1) as chunks`,
      [failed._id],
    )
    expect(left).toEqual({ parts: 0, chunks: 0 })
  })

  it.each([
    [0, 'O arquivo está vazio.'],
    [30_000_001, 'O arquivo passa de 30 MB. Divida-o em partes menores.'],
  ])('is rejected by its size before the upload: %d', async (bytes, message) => {
    const { token } = await aUser(app)
    const { error } = await app.call(importsApi.create, { token, body: { fileName: 'a.csv', bytes } })
    expect(error.fields).toEqual({ bytes: message })
  })
})
