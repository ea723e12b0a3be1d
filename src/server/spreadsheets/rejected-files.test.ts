import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { aUser } from '../testing/factories.ts'
import { importFile, uploadFile } from '../testing/import-file.ts'
import { testApp } from '../testing/test-app.ts'
import { aWorkbook, workbookEntries, zip } from '../testing/workbook.ts'

const app = await testApp()

const bomb = () => {
  const [...entries] = workbookEntries([['Nome', 'E-mail']])
  return zip([...entries, { name: 'xl/media/a.xml', content: Buffer.alloc(60_000_000) }])
}
const lyingBomb = () => {
  const [...entries] = workbookEntries([['Nome', 'E-mail']])
  return zip([...entries, { name: 'xl/media/a.xml', content: Buffer.alloc(60_000_000), claimedSize: 1000 }])
}
const manyEntries = (count: number) => [
  ...workbookEntries([['Nome', 'E-mail']]),
  ...Array.from({ length: count }, (_, index) => ({ name: `xl/${index}`, content: Buffer.alloc(0) })),
]
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
    ['a workbook of 70,000 entries', () => zip(manyEntries(70_000), { isZip64: true }), /ocupa espaço demais/],
    ['a workbook of 70,000 entries in 16 bits', () => zip(manyEntries(70_000)), /danificada|espaço demais/],
    ['a workbook that counts 65,700 entries as 170', () => zip(manyEntries(65_700)), /danificada|nenhuma linha/],
    ['a huge cell of a workbook', () => aWorkbook([['Nome'], [randomBytes(8_000_000).toString('hex')]]), /1 milhão/],
    ['a workbook of 10,000 columns', () => aWorkbook([Array(10_000).fill('a')]), /mais de 300 colunas/],
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
    expect((await importFile(app, token, Buffer.from('Nome;E-mail\nAna;a@exemplo.com'))).result.created).toBe(1)
  })

  it('has no part outside its directory: what that does not name is not unpacked', async () => {
    const { token } = await aUser(app)
    const named = workbookEntries([
      ['Nome', 'E-mail'],
      ['Ana', 'a@exemplo.com'],
    ])
    const hidden = [
      ...workbookEntries([['Nome', 'E-mail'], ...Array(2).fill(['Bia', 'b@exemplo.com'])]),
      { name: 'xl/media/a.xml', content: Buffer.alloc(60_000_000) },
    ].map(entry => ({ ...entry, isHidden: true }))
    for (const entries of [
      [...named, ...hidden],
      [...hidden, ...named],
    ])
      expect(await uploadFile(app, token, zip(entries))).toMatchObject({ state: 'ready', total: 1 })
  })

  it('has rows, not the long texts that Excel keeps beside them', async () => {
    const { token } = await aUser(app)
    const rows = workbookEntries([
      ['Nome', 'E-mail'],
      ['Ana', 'a@exemplo.com'],
    ])
    const query = {
      name: 'customXml/item1.xml',
      content: Buffer.from(`<a>${randomBytes(1_000_000).toString('hex')}</a>`),
    }
    expect(await uploadFile(app, token, zip([...rows, query]))).toMatchObject({ state: 'ready', total: 1 })
  })

  it.each([
    [0, 'O arquivo está vazio.'],
    [40_000_000, 'O arquivo passa de 30 MB. Divida-o em partes menores.'],
  ])('is rejected by its size before the upload: %d', async (bytes, message) => {
    const { token } = await aUser(app)
    const { error } = await app.call(importsApi.create, { token, body: { fileName: 'a.csv', bytes } })
    expect(error.fields).toEqual({ bytes: message })
  })
})
