import { planIds } from '../billing/subscription.ts'
import { endpoint } from '../endpoint.ts'
import { z } from '../zod.ts'

/** What the operator offers the caller's account. Null where the settings or the plan have nothing. */
export const Support = z.object({
  /** The plan whose support the account gets. Without a plan, Básico. */
  plan: z.enum(planIds),
  email: z.nullable(z.string()),
  /** Working hours until the first answer. */
  answerHours: z.nullable(z.object({ basic: z.int(), pro: z.int(), enterprise: z.int() })),
  /** Answered at any hour. */
  phone: z.nullable(z.string()),
  trainingUrl: z.nullable(z.string()),
})
export type Support = z.infer<typeof Support>

export const supportApi = {
  find: endpoint({
    method: 'GET',
    path: '/support',
    access: 'profile.manage',
    summary: 'Where the account gets support and training, and how fast',
    status: 200,
    response: Support,
  }),
}
