import { endpoint } from '../endpoint.ts'
import { Lead, LeadIdParams } from '../leads/lead.ts'
import { Id, IdParams } from '../values/id.ts'
import { NullableText, RequiredText } from '../values/text.ts'
import { z } from '../zod.ts'

/** Why an account loses leads. */
export const LostReason = z.object({
  _id: z.uuid(),
  nome: z.string(),
  /** No longer offered; leads that were lost for it keep it. */
  isArchived: z.boolean(),
})
export type LostReason = z.infer<typeof LostReason>

/** Name of leads that were lost without a reason. */
export const noLostReason = 'Sem motivo'
export const maxLostReasons = 30

export const LostReasonForm = z.object({ nome: RequiredText(60, 'Informe o motivo') })
export type LostReasonForm = z.output<typeof LostReasonForm>

/**
 * `was`: what the caller had shown. Without it, or for a new reason, the name is taken. A reason that others archived since
 * `was` stays archived.
 */
export const LostReasonChange = z.extend(LostReasonForm, {
  was: z.optional(z.extend(LostReasonForm, { isArchived: z.optional(z.boolean()) })),
})
export type LostReasonChange = z.output<typeof LostReasonChange>

const LossFields = { reasonId: z.nullable(Id), note: z._default(NullableText(2000), null) }

export const lostReasonsApi = {
  list: endpoint({
    method: 'GET',
    path: '/lost-reasons',
    access: 'leads.read',
    summary: 'The reasons for which the account loses leads, archived ones included',
    status: 200,
    response: z.object({ reasons: z.array(LostReason) }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/lost-reasons/:id',
    access: 'sales.settings',
    summary:
      'Creates a reason, or renames the one with this id; brings back one that was archived before `was`. Returns `stale_setting` if others renamed it since `was`',
    params: IdParams,
    body: LostReasonChange,
    status: 200,
    response: LostReason,
  }),
  archive: endpoint({
    method: 'DELETE',
    path: '/lost-reasons/:id',
    access: 'sales.settings',
    summary: 'Archives a reason: no longer offered, but kept by the leads that have it',
    params: IdParams,
    status: 204,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/leads/:id/lost-reason',
    access: 'leads.write',
    summary:
      'Says why a lead in Perdido was lost, or removes the reason; returns 409 for a lead in another stage, and `stale_lead` if what is stored is not `was`',
    params: LeadIdParams,
    /** `was`: what the caller saw. Without it, replaces what is stored. */
    body: z.object({ ...LossFields, was: z.optional(z.object(LossFields)) }),
    status: 200,
    response: Lead,
  }),
}
