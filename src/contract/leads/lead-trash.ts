import { endpoint } from '../endpoint.ts'
import { IntegerParam } from '../values/query.ts'
import { BoundedText } from '../values/text.ts'
import { z } from '../zod.ts'
import { Lead, LeadId, LeadIdParams } from './lead.ts'
import { RemovedLead } from './lead-pages.ts'

export { trashDays } from '../retention.ts'

export type { RemovedLead }

export const maxRestoredLeads = 500

export const leadTrashApi = {
  trash: endpoint({
    method: 'GET',
    path: '/leads/trash',
    access: 'leads.remove',
    summary: 'Removed leads that can be restored, last removed first',
    query: z.object({
      limit: IntegerParam(1, 500, 50),
      cursor: z.optional(BoundedText(2000, 'Cursor inválido')),
    }),
    status: 200,
    response: z.object({
      leads: z.array(RemovedLead),
      nextCursor: z.nullable(z.string()),
      /** Number of leads that the member can restore. */
      total: z.int(),
    }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/leads/:id/restore',
    access: 'leads.remove',
    summary: 'Restores a lead from the trash with its next version; returns a lead that is not in the trash unchanged',
    params: LeadIdParams,
    status: 200,
    response: Lead,
  }),
  restoreMany: endpoint({
    method: 'POST',
    path: '/leads/trash/restore',
    access: 'leads.remove',
    summary: 'Restores leads from the trash, all or none; ids that are not in the trash and erased people are skipped',
    body: z.object({
      ids: z
        .array(LeadId, { error: 'Envie uma lista de leads' })
        .check(z.maxLength(maxRestoredLeads, { error: 'Envie no máximo 500 leads por vez' })),
    }),
    status: 200,
    response: z.object({ restored: z.int() }),
  }),
}
