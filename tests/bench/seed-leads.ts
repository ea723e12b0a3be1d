import { v7 as uuidv7 } from 'uuid'
import { stages } from '#contract/lead-status.ts'
import type { RestoredLead } from '#contract/leads.ts'
import { systemActor } from '#server/auth/actor.ts'
import { createSession } from '#server/auth/create-session.ts'
import { registerUser } from '#server/auth/register-user.ts'
import { saveSubscription } from '#server/billing/store.ts'
import { demoLeads } from '#server/demo/demo-leads.ts'
import { writeLeads } from '#server/leads/lead-writer.ts'
import type { Services } from '#server/services.ts'

const chunkSize = 5000

const spreadEvenly = (lead: RestoredLead, index: number): RestoredLead => ({
  ...lead,
  status: stages[index % stages.length] ?? lead.status,
})

/**
 * Creates an account on the Pro plan with `count` realistic leads, distributed over the stages realistically or evenly.
 * Returns a session token.
 */
export const seedAccount = async (
  services: Services,
  count: number,
  spread: 'natural' | 'even' = 'natural',
): Promise<string> => {
  const { db, now } = services
  const email = `bench.${count}.${uuidv7()}@exemplo.com.br`
  const user = await registerUser(services, { nome: 'Mariana Conceição', email, password: 'segredo-de-teste' })
  await saveSubscription(db, user.account_id, { plan: 'pro', status: 'active', currentPeriodEnd: null })
  for (let done = 0; done < count; done += chunkSize) {
    const believable = demoLeads(count + done, Math.min(chunkSize, count - done), now())
    const leads = spread === 'natural' ? believable : believable.map(spreadEvenly)
    const writer = { accountId: user.account_id, userId: user.id, actor: systemActor }
    await writeLeads(db, writer, { adds: true }, writes => writes.upsert(leads, { onlyMissing: false }))
  }
  return (await createSession(services, user, 'bench')).token
}
