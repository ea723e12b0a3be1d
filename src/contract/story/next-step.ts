import { endpoint } from '../endpoint.ts'
import { Lead, LeadId, LeadIdParams } from '../leads/lead.ts'
import { stepKinds } from '../leads/next-step.ts'
import { PlainDateInput } from '../values/date-inputs.ts'
import { BoundedText, NullableText } from '../values/text.ts'
import { z } from '../zod.ts'

const timeOfDay = 'Informe uma hora válida'

export const NextStepForm = z.object({
  kind: z.enum(stepKinds, { error: 'Este tipo não existe' }),
  day: PlainDateInput,
  /** "14:30", or null for the whole day. */
  time: z._default(
    z.nullable(BoundedText(5, timeOfDay, timeOfDay).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: timeOfDay }))),
    null,
  ),
  texto: z._default(NullableText(200), null),
})
export type NextStepForm = z.output<typeof NextStepForm>

export const nextStepApi = {
  setNextStep: endpoint({
    method: 'PUT',
    path: '/leads/:id/next-step',
    access: 'leads.write',
    summary:
      'Sets the next step of a lead, or none; with `done`, tells in the story that the current one is finished. Returns `stale_lead` if it is not `was`',
    params: LeadIdParams,
    body: z.object({
      step: z.nullable(NextStepForm),
      /** The step that the caller saw, or null for none. Without it, replaces the stored one. */
      was: z.optional(z.nullable(NextStepForm)),
      /** A repeated request with the same id corrects the outcome. */
      done: z.optional(
        z.object({
          _id: LeadId,
          outcome: z._default(NullableText(2000), null),
          /** The step that the caller saw, or null for none. Without it, finishes the stored one. */
          was: z.optional(z.nullable(NextStepForm)),
        }),
      ),
    }),
    status: 200,
    response: Lead,
  }),
}
