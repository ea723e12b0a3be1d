import { expect, it } from 'vitest'
import { anExportedLead } from '#server/testing/factories.ts'
import { chunkLeads, LeadFileError, readLeadFile } from './lead-file.ts'

const leads = (count: number) => Array.from({ length: count }, () => anExportedLead())

it('reads a plain array, an export and a file with a byte order mark', () => {
  const list = leads(2)
  for (const text of [
    JSON.stringify(list),
    JSON.stringify({ leads: list }),
    `\uFEFF${JSON.stringify({ user: 1, leads: list })}`,
  ]) {
    expect(readLeadFile(text)).toEqual(list)
  }
})

it('names the first three problems and duplicate ids', () => {
  const [one, two] = leads(2)
  const broken = [{ ...one, nome: 'x'.repeat(121) }, { ...two, valorServico: -1 }, null, { ...one, email: 'x' }]
  expect(() => readLeadFile(JSON.stringify(broken))).toThrow(
    /lead 1, Nome: .*lead 2, Valor do serviço: .*lead 3, conteúdo: [^;]+$/,
  )
  expect(() => readLeadFile(JSON.stringify([one, one]))).toThrow('lead 2: aparece duas vezes')
  expect(() => readLeadFile('[')).toThrow(LeadFileError)
  expect(() => readLeadFile('{"leads":[]}')).toThrow('Não há nenhum lead neste arquivo.')
})

it('never puts more than 5,000 leads or too many characters into a request', () => {
  const many = leads(12_001)
  expect(chunkLeads(many).map(chunk => chunk.length)).toEqual([5000, 5000, 2001])
  const size = JSON.stringify(many[0]).length
  expect(chunkLeads(many.slice(0, 10), size * 3.5).map(chunk => chunk.length)).toEqual([3, 3, 3, 1])
  expect(chunkLeads([])).toEqual([])
})
