import { v7 as uuidv7 } from 'uuid'
import { decidedStages, stageOf } from '#contract/leads/lead-status.ts'
import type { RestoredLead } from '#contract/leads/leads.ts'
import { stepKinds } from '#contract/leads/next-step.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { systemActor } from '../auth/actor.ts'
import { insertIdentity, insertMember } from '../auth/member-store.ts'
import { hashPassword } from '../auth/password.ts'
import type { UserRow } from '../auth/store.ts'
import { writeLeads } from '../leads/write/lead-writer.ts'
import { listLostReasons } from '../lost-reasons/store.ts'
import type { Services } from '../services.ts'

/** Sellers of the demo account that has a team. */
export const demoSellers = [
  { nome: 'Rafael Nogueira', email: 'rafael@fechou.example' },
  { nome: 'Juliana Prates', email: 'juliana@fechou.example' },
]

const addSellers = async ({ db, now }: Services, owner: UserRow, password: string): Promise<string[]> => {
  const passwordHash = await hashPassword(password)
  return db.transaction(async tx => {
    const ids: string[] = []
    for (const seller of demoSellers) {
      const [id, identityId] = [uuidv7(), uuidv7()]
      await insertIdentity(tx, { id: identityId, ...seller, passwordHash })
      const membership = { accountId: owner.account_id, invitedBy: owner.id, team_role: 'seller', now: now() } as const
      await insertMember(tx, { id, identityId, ...membership })
      ids.push(id)
    }
    return ids
  })
}

const dayMs = 24 * 60 * 60 * 1000

/** Every n-th item, from the one at `from`. */
const every = <Item>(items: readonly Item[], n: number, from: number): Item[] =>
  items.filter((_, index) => index % n === from)

/** Adds two sellers to the owner's account, and what a team leaves in its leads: who has them, what is next, why they were lost. */
export const addDemoTeam = async (
  services: Services,
  owner: UserRow,
  password: string,
  leads: readonly RestoredLead[],
): Promise<void> => {
  const { db, now } = services
  const [rafael = null, juliana = null] = await addSellers(services, owner, password)
  const open = leads.filter(({ status }) => !decidedStages.some(stage => stage === stageOf(status)))
  const lost = leads.filter(({ status }) => stageOf(status) === 'perdido')
  const reasons = await listLostReasons(db, owner.account_id)
  const idsOf = (some: readonly RestoredLead[]) => some.map(({ _id }) => _id)
  const writer = { accountId: owner.account_id, userId: owner.id, actor: systemActor }
  await writeLeads(db, writer, { adds: true }, async writes => {
    await writes.assign(idsOf(every(leads, 3, 1)), rafael)
    await writes.assign(idsOf(every(leads, 3, 2)), juliana)
    await writes.assign(idsOf(every(open, 20, 0)), null)
    for (const [index, { _id }] of every(open, 4, 1).entries()) {
      const kind = stepKinds[index % 3] ?? 'ligar'
      const day = toDateIn(owner.timezone, new Date(now().getTime() + ((index % 7) - 1) * dayMs))
      await writes.setNextStep(_id, { kind, day, time: null, texto: null })
    }
    // Some stay without a reason, as in life.
    for (const [index, { _id }] of lost.entries())
      await writes.setLostReason(_id, reasons[index % (reasons.length + 2)]?._id ?? null, null)
  })
}
