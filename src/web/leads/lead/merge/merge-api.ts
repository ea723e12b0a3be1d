import { duplicatesApi, type MergeField } from '#contract/duplicates/duplicates.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { call } from '#web/lib/requests/http.ts'

/** Merges other leads into one. A repeated call with the same id changes nothing. */
export const mergeLeads = (
  _id: string,
  lead: Lead,
  others: readonly Lead[],
  from: Partial<Record<MergeField, string>>,
) =>
  call(duplicatesApi.merge, {
    params: { id: lead._id },
    body: { _id, version: lead.version, others: others.map(({ _id, version }) => ({ _id, version })), from },
  })
