import { endpoint } from '../endpoint.ts'
import { z } from '../zod.ts'

/** How far a new account has come. Sample leads do not count as the account's own. */
export const FirstSteps = z.object({
  /** Sample leads that were neither removed nor turned into the account's own. */
  samples: z.int(),
  leads: z.int(),
  /** The account's own leads beyond the first stage. */
  moved: z.int(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const sampleLeadsApi = {
  firstSteps: endpoint({
    method: 'GET',
    path: '/leads/first-steps',
    access: 'leads.read',
    summary: 'Number of sample leads, of own leads, and of own leads beyond the first stage',
    status: 200,
    response: FirstSteps,
  }),
  addSamples: endpoint({
    method: 'POST',
    path: '/leads/samples',
    access: 'leads.write',
    summary: 'Adds the sample leads that are missing',
    status: 200,
    response: z.object({ added: z.int() }),
  }),
  removeSamples: endpoint({
    method: 'DELETE',
    path: '/leads/samples',
    access: 'leads.remove',
    summary: 'Moves the sample leads to the trash, except those with another e-mail: they became leads of the account',
    status: 200,
    response: z.object({ removed: z.int() }),
  }),
}
