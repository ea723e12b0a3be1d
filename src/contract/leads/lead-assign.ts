import { endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../values/id.ts'
import { z } from '../zod.ts'
import { Lead } from './lead.ts'

export const maxAssignedLeads = 500

export const leadAssignApi = {
  assign: endpoint({
    method: 'POST',
    path: '/leads/assign',
    access: 'leads.assign',
    summary: 'Makes a member responsible for leads, or none; returns the number of changed leads',
    body: z.object({
      ids: z
        .array(Id, { error: 'Envie uma lista de leads' })
        .check(
          z.minLength(1, { error: 'Escolha um lead' }),
          z.maxLength(maxAssignedLeads, { error: 'Escolha no máximo 500 leads por vez' }),
        ),
      to: z.nullable(Id),
    }),
    status: 200,
    response: z.object({ assigned: z.int() }),
  }),
  take: endpoint({
    method: 'POST',
    path: '/leads/:id/take',
    access: 'leads.take',
    summary: 'Makes the caller responsible for a lead without a responsible member',
    params: IdParams,
    status: 200,
    response: Lead,
  }),
}
