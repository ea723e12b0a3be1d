import { formatDate, formatDateTimeInBrasilia } from '#contract/dates.ts'
import { statusLabels } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import { toCentavos } from '#contract/money.ts'
import type { Db } from '../db/client.ts'
import type { Cursor } from './lead-sql.ts'
import { listLeads } from './store.ts'

const pageSize = 1000

/**
 * All leads of an account, oldest first, a page at a time, so that a slow download holds no connection. The first page is
 * read at once: as long as nothing was sent, a failure can still be answered as one.
 */
export const streamLeadPages = async (db: Db, accountId: string): Promise<AsyncIterable<Lead[]>> => {
  const readPage = (after?: Cursor) => listLeads(db, accountId, {}, { sort: 'createdAt', limit: pageSize, after })
  const first = await readPage()
  return (async function* () {
    for (let page = first; ; page = await readPage(page.next)) {
      if (page.leads.length > 0) yield page.leads
      if (!page.next) return
    }
  })()
}

/** The leads as the items of a JSON array, without its brackets. */
export async function* streamJsonItems(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  let separator = ''
  for await (const leads of pages) {
    yield separator + leads.map(lead => JSON.stringify(lead)).join(',\n')
    separator = ',\n'
  }
}

/** `{"leads":[…]}`, as `POST /leads/sync` takes it back. */
export async function* streamJson(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  yield '{"leads":[\n'
  yield* streamJsonItems(pages)
  yield '\n]}\n'
}

/** Excel would run a cell that begins like a formula: an apostrophe makes it text. */
const cell = (text: string): string => {
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const decimalComma = (reais: number): string => {
  const centavos = String(toCentavos(reais)).padStart(3, '0')
  return `${centavos.slice(0, -2)},${centavos.slice(-2)}`
}

const csvColumns: [heading: string, value: (lead: Lead) => string][] = [
  ['Nome', lead => cell(lead.nome)],
  ['Negócio', lead => cell(lead.negocio)],
  ['Telefone', lead => cell(lead.telefone)],
  ['E-mail', lead => cell(lead.email)],
  ['Descrição do serviço', lead => cell(lead.descricaoServico)],
  ['Valor', lead => decimalComma(lead.valorServico)],
  ['Etapa', lead => statusLabels[lead.status]],
  ['Forma de pagamento', lead => cell(lead.formaPagamento ?? '')],
  ['Prazo de entrega', lead => cell(lead.prazoEntrega ?? '')],
  ['Prospecção', lead => formatDate(lead.dataProspeccao)],
  ['Fechamento', lead => (lead.dataFechamento ? formatDate(lead.dataFechamento) : '')],
  ['Criado em', lead => formatDateTimeInBrasilia(lead.createdAt)],
  ['Atualizado em', lead => formatDateTimeInBrasilia(lead.updatedAt)],
]

const csvLine = (cells: string[]): string => `${cells.join(';')}\r\n`

/** CSV as Brazilian Excel opens it: semicolons, decimal comma, a byte order mark. */
export async function* streamCsv(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(csvColumns.map(([heading]) => heading))}`
  for await (const leads of pages) {
    yield leads.map(lead => csvLine(csvColumns.map(([, value]) => value(lead)))).join('')
  }
}
