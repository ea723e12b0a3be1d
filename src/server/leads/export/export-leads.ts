import type { Lead } from '#contract/leads/leads.ts'
import { csvLine, toCsvCell } from '#contract/values/csv.ts'
import { formatDateTimeInBrasilia } from '#contract/values/dates.ts'
import type { Db } from '../../db/client.ts'
import { leadFields } from '../fields/lead-columns.ts'
import type { Cursor } from '../read/lead-order.ts'
import type { ResolvedFilters } from '../read/resolve-filters.ts'
import { listLeadSlice } from '../read/store.ts'
import type { LeadView } from '../read/visibility.ts'

const pageSize = 1000

/**
 * Streams the matching leads of a view, oldest first. Reads page by page, so that a slow download holds no connection. Reads the
 * first page before it returns, so that a failure can still become an error response.
 */
export const streamLeadPages = async (
  db: Db,
  view: LeadView,
  filters: ResolvedFilters = {},
): Promise<AsyncIterable<Lead[]>> => {
  const readPage = (after?: Cursor) => listLeadSlice(db, view, filters, { sort: 'createdAt', limit: pageSize, after })
  const first = await readPage()
  return (async function* () {
    for (let page = first; ; page = await readPage(page.next)) {
      if (page.leads.length > 0) yield page.leads
      if (!page.next) return
    }
  })()
}

/** Streams the items of a JSON array, without its brackets. */
export async function* streamJsonItems(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = ''
  for await (const page of pages) {
    yield separator + page.map(item => JSON.stringify(item)).join(',\n')
    separator = ',\n'
  }
}

/** Streams `{"leads":[…]}`, which `POST /leads/sync` accepts. */
export async function* streamJson(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  yield '{"leads":[\n'
  yield* streamJsonItems(pages)
  yield '\n]}\n'
}

/** Columns after the fields. By its ID, an import finds the lead again. */
export const systemColumns: [heading: string, value: (lead: Lead) => string][] = [
  ['Criado em', lead => formatDateTimeInBrasilia(lead.createdAt)],
  ['Atualizado em', lead => formatDateTimeInBrasilia(lead.updatedAt)],
  ['ID', lead => lead._id],
]

const csvColumns: [heading: string, value: (lead: Lead) => string][] = [
  ...leadFields.map(({ heading, field, kind }): [string, (lead: Lead) => string] => [
    heading,
    lead => toCsvCell(kind.toText(lead[field])),
  ]),
  ...systemColumns,
]

/** Streams CSV for Brazilian Excel: semicolons, decimal commas, byte order mark. */
export async function* streamCsv(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(csvColumns.map(([heading]) => heading))}`
  for await (const leads of pages) {
    yield leads.map(lead => csvLine(csvColumns.map(([, value]) => value(lead)))).join('')
  }
}
