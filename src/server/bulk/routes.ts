import type { bulkApi } from '#contract/bulk/bulk.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import type { Caller } from '../auth/access.ts'
import type { Handlers } from '../http/mount.ts'
import { sendLeadFile } from '../leads/export/send-lead-file.ts'
import { resolveFilters } from '../leads/read/resolve-filters.ts'
import { viewOf } from '../leads/read/visibility.ts'
import type { Services } from '../services.ts'
import { assignManyLeads, moveLeads, removeManyLeads, setLegalBases } from './change-leads.ts'
import { streamChosenLeads } from './export-leads.ts'
import { undoChange } from './undo-change.ts'

const resolveChoice = async <Body extends { filters?: LeadFilters | undefined }>(
  call: Services & { caller: Caller; body: Body },
) => {
  const { filters, ...body } = call.body
  return { ...body, filters: filters && (await resolveFilters(call, call.caller, filters)) }
}

export const bulkRoutes: Handlers<typeof bulkApi, Caller, Services> = {
  move: async call => moveLeads(call.db, call.caller, await resolveChoice(call), call.now()),
  assign: async call => assignManyLeads(call.db, call.caller, await resolveChoice(call), call.now()),
  setLegalBasis: async call => setLegalBases(call.db, call.caller, await resolveChoice(call), call.now()),
  remove: async call => removeManyLeads(call.db, call.caller, await resolveChoice(call), call.now()),
  export: async call => {
    const { format, ...choice } = await resolveChoice(call)
    return sendLeadFile(call, await streamChosenLeads(call.db, viewOf(call.caller), choice), format)
  },
  undo: ({ db, caller, params }) => undoChange(db, caller, params.id),
}
