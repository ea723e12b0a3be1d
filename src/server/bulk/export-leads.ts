import type { Lead } from '#contract/leads/leads.ts'
import type { Db } from '../db/client.ts'
import { streamLeadPages } from '../leads/export/export-leads.ts'
import { listLeadsById } from '../leads/read/store.ts'
import type { LeadView } from '../leads/read/visibility.ts'
import type { LeadChoice } from '../leads/write/lead-batches.ts'

const pageSize = 1000

async function* pagesById(db: Db, view: LeadView, ids: readonly string[]): AsyncGenerator<Lead[]> {
  for (let start = 0; start < ids.length; start += pageSize)
    yield await listLeadsById(db, view, ids.slice(start, start + pageSize))
}

async function* without(pages: AsyncIterable<Lead[]>, except: ReadonlySet<string>): AsyncGenerator<Lead[]> {
  for await (const leads of pages) yield leads.filter(({ _id }) => !except.has(_id))
}

/** Streams the chosen leads that the member sees. */
export const streamChosenLeads = async (
  db: Db,
  view: LeadView,
  { ids, filters = {}, except }: LeadChoice,
): Promise<AsyncIterable<Lead[]>> => {
  const pages = ids ? pagesById(db, view, [...new Set(ids)]) : await streamLeadPages(db, view, filters)
  return without(pages, new Set(except))
}
