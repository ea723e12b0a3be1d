import { v7 as uuidv7 } from 'uuid'
import { decidedStages, openStages } from '#contract/leads/lead-status.ts'
import { systemActor } from '#server/auth/actor.ts'
import { createSession } from '#server/auth/create-session.ts'
import { registerUser } from '#server/auth/register-user.ts'
import { findUser, type UserRow } from '#server/auth/store.ts'
import { saveSubscription } from '#server/billing/stores/store.ts'
import { demoLeads } from '#server/demo/demo-leads.ts'
import { assignLeads } from '#server/leads/assign-leads.ts'
import { writeLeads } from '#server/leads/write/lead-writer.ts'
import type { Services } from '#server/services.ts'

const chunkSize = 5000

const fillAccount = async (services: Services, count: number): Promise<UserRow> => {
  const { db, now } = services
  const email = `bench.${count}.${uuidv7()}@exemplo.com.br`
  const user = await registerUser(services, { nome: 'Mariana Conceição', email, password: 'segredo-de-teste' })
  await saveSubscription(db, user.account_id, { plan: 'pro', status: 'active', currentPeriodEnd: null })
  for (let done = 0; done < count; done += chunkSize) {
    const leads = demoLeads(count + done, Math.min(chunkSize, count - done), now())
    const writer = { accountId: user.account_id, userId: user.id, actor: systemActor }
    await writeLeads(db, writer, { adds: true }, writes => writes.upsert(leads, { onlyMissing: false }))
  }
  return user
}

/** Creates an account on the Pro plan with `count` realistic leads. Returns a session token. */
export const seedAccount = async (services: Services, count: number): Promise<string> =>
  (await createSession(services, await fillAccount(services, count), 'bench')).token

/** Adds a seller who sees their own leads. */
export const addSeller = async ({ db }: Services, owner: UserRow): Promise<UserRow> => {
  const member = uuidv7()
  await db.run(
    `with identity as (
       insert into identities (id, nome, email, password_hash) values ($1, 'Rafael Nogueira', $3, '-') returning id, nome)
     insert into users (account_id, id, identity_id, nome, team_role) select $4, $2, id, nome, 'seller' from identity`,
    [uuidv7(), member, `seller.${member}@exemplo.com.br`, owner.account_id],
  )
  const seller = await findUser(db, owner.account_id, member)
  if (!seller) throw new Error('the seller is not there')
  return seller
}

/** Creates such an account with `sellers` who see all leads. Returns as many session tokens, of all members in turn. */
export const seedFullTeam = async (
  services: Services,
  count: number,
  sellers: number,
  sessions: number,
): Promise<string[]> => {
  const members = [await fillAccount(services, count)]
  const [owner] = members as [UserRow]
  for (let added = 0; added < sellers; added++) members.push(await addSeller(services, owner))
  await services.db.run(`update accounts set sellers_see = 'all' where id = $1`, [owner.account_id])
  const tokens: string[] = []
  for (let n = 0; n < sessions; n++) {
    const member = members[n % members.length] as UserRow
    tokens.push((await createSession(services, member, 'bench')).token)
  }
  return tokens
}

/** Creates such an account with a seller who is responsible for every fifth lead. Returns the session tokens of both. */
export const seedTeam = async (services: Services, count: number): Promise<{ owner: string; seller: string }> => {
  const { db } = services
  const owner = await fillAccount(services, count)
  const seller = await addSeller(services, owner)
  const rows = await db.rows<{ id: string }>(
    'select id from (select id, row_number() over (order by id) as n from leads where account_id = $1) l where n % 5 = 0',
    [owner.account_id],
  )
  const writer = { accountId: owner.account_id, userId: owner.id, actor: systemActor }
  const ids = rows.map(({ id }) => id)
  await assignLeads(db, writer, ids, seller.id)
  const tokenOf = async (user: UserRow) => (await createSession(services, user, 'bench')).token
  return { owner: await tokenOf(owner), seller: await tokenOf(seller) }
}

/** Lets each won or lost lead have been in every open stage for a week. */
export const addStays = ({ db }: Services): Promise<unknown> =>
  db.run(
    `insert into story_entries (account_id, lead_id, is_conversation, at, kind, from_stage, to_stage, from_since, from_since_exact)
     select l.account_id, l.id, false, l.stage_since - interval '7 days' * (cardinality($1::text[]) - s.place), 'stage', s.stage,
            coalesce(($1::text[])[s.place + 1], l.stage), l.stage_since - interval '7 days' * (cardinality($1::text[]) - s.place + 1), true
       from leads l cross join unnest($1::text[]) with ordinality s (stage, place) where l.stage = any ($2)`,
    [openStages, decidedStages],
  )
