import { v7 as uuidv7 } from 'uuid'
import { openSession } from '#server/auth/open-session.ts'
import { registerUser } from '#server/auth/register-user.ts'
import { saveSubscription } from '#server/billing/store.ts'
import { demoLeads } from '#server/demo/demo-leads.ts'
import { upsertLeads } from '#server/leads/store.ts'
import type { Services } from '#server/services.ts'

const chunk = 5000

/** An account on the Pro plan with that many believable leads; returns the token of a session. */
export const accountWithLeads = async (services: Services, count: number): Promise<string> => {
  const { db, now } = services
  const email = `bench.${count}.${uuidv7()}@exemplo.com.br`
  const user = await registerUser(services, { nome: 'Mariana Conceição', email, password: 'segredo-de-teste' })
  await saveSubscription(db, user.account_id, { plan: 'pro', status: 'active', currentPeriodEnd: null })
  for (let done = 0; done < count; done += chunk) {
    const leads = demoLeads(count + done, Math.min(chunk, count - done), now())
    await upsertLeads(db, user.account_id, user.id, leads)
  }
  return (await openSession(services, user, 'bench')).token
}
