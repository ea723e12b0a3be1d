import type { Erased, PersonKey } from '#contract/privacy/privacy.ts'
import type { Caller } from '../auth/access.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { viewOf } from '../leads/read/visibility.ts'
import { insertErasures } from '../leads/write/erased-people.ts'
import { type LeadWriter, writeLeads } from '../leads/write/lead-writer.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import { insertAnonymization } from './anonymization-store.ts'
import { clearTexts } from './clear-texts.ts'
import {
  type ContactKeys,
  type FoundLead,
  findPerson,
  keysOf,
  listLeadsByIds,
  listMergedIds,
  withMergedLeads,
  withoutSharedKeys,
} from './person-store.ts'
import { closeRequest } from './request-store.ts'
import { lockOpenRequest } from './requests.ts'

interface Origin {
  ip: string
  now: Date
}

/** The quota of a plan does not limit the rights of a person. */
export const writerOf = ({ accountId, actor, member, settings, userId }: Caller) => ({
  accountId,
  actor,
  member,
  settings,
  userId,
})

/** Erases leads and the texts about their people, who are known by these keys. */
export const erase = async (
  leads: LeadWriter,
  accountId: string,
  found: readonly FoundLead[],
  keys: Omit<ContactKeys, 'leads'>,
): Promise<Erased> => {
  const ids = found.map(({ lead }) => lead._id)
  const count = await leads.anonymize(ids)
  const names = found.map(({ lead }) => lead.nome)
  const titles = found.map(({ lead: { nome, negocio } }) => nome || negocio)
  return { leads: count, texts: await clearTexts(leads.tx, { accountId, leads: ids, ...keys, names, titles }) }
}

const record = (tx: QueryRunner, { accountId, userId }: Caller, details: Record<string, string>, { ip, now }: Origin) =>
  insertAccountTrailEntry(tx, { accountId, actorId: userId, action: 'anonymize', details, ip, now })

/** A lead that was merged and has left the trash is in older backups, which must not bring it back. */
const recordErased = async (
  tx: QueryRunner,
  caller: Caller,
  leadIds: readonly string[],
  contacts: readonly string[],
  { now }: Origin,
): Promise<void> => {
  const { accountId, userId: byUser } = caller
  const merged = await listMergedIds(tx, viewOf(caller), leadIds)
  await insertAnonymization(tx, { accountId, byUser }, [...leadIds, ...merged], contacts, now)
}

/**
 * Erases a person from all leads of the account, the trash, notes and imports, in one transaction, and remembers the hashes of
 * the contacts. Sales figures stay. Answers the request if one is named. Throws `not_found` or `request_closed`.
 */
export const anonymizePerson = (
  db: Db,
  caller: Caller,
  { person, requestId }: { person: PersonKey; requestId?: string | undefined },
  origin: Origin,
): Promise<Erased> =>
  writeLeads(db, writerOf(caller), { adds: false }, async (leads, _, tx) => {
    const { accountId, userId } = caller
    const view = viewOf(caller)
    const request = requestId ? await lockOpenRequest(tx, accountId, requestId) : undefined
    const { keys, leads: found } = await findPerson(tx, view, person)
    const ids = found.map(({ lead }) => lead._id)
    const own = await withoutSharedKeys(tx, view, keysOf(found.map(({ lead }) => lead)), ids)
    const all = {
      phones: [...new Set([...keys.phones, ...own.phones])],
      emails: [...new Set([...keys.emails, ...own.emails])],
    }
    const erased = await erase(leads, accountId, found, all)
    const contacts = [...all.phones, ...all.emails]
    await insertErasures(tx, accountId, contacts, origin.now)
    await recordErased(tx, caller, ids, contacts, origin)
    if (request) {
      const closed = { state: 'atendido', outcome: 'Dados anonimizados' } as const
      await closeRequest(tx, { accountId, userId, id: request.id }, closed, origin.now)
    }
    const protocol = request ? { protocol: request.protocol } : {}
    await record(tx, caller, { leads: String(erased.leads), ...protocol }, origin)
    return erased
  })

/** Anonymizes leads whose time is over. Their people asked for nothing, so they may become leads again. */
export const anonymizeLeads = (db: Db, caller: Caller, leadIds: string[], origin: Origin): Promise<Erased> =>
  writeLeads(db, writerOf(caller), { adds: false }, async (leads, _, tx) => {
    const view = viewOf(caller)
    const { accountId } = caller
    // One that was merged meanwhile lives on in another lead, whose time may not be over.
    const chosen = (await listLeadsByIds(tx, view, leadIds)).filter(({ isRemoved }) => !isRemoved)
    const found = await withMergedLeads(tx, view, chosen)
    const ids = found.map(({ lead }) => lead._id)
    const own = await withoutSharedKeys(tx, view, keysOf(found.map(({ lead }) => lead)), ids)
    const erased = await erase(leads, accountId, found, own)
    await recordErased(tx, caller, ids, [], origin)
    await record(tx, caller, { leads: String(erased.leads), reason: 'retention' }, origin)
    return erased
  })
