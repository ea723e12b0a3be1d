import type { Correction } from '#contract/privacy/privacy.ts'
import type { Caller } from '../auth/access.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { toLeadForm } from '../leads/fields/lead-columns.ts'
import { writeLeads } from '../leads/write/lead-writer.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import { writerOf } from './anonymize.ts'
import { closeRequest } from './request-store.ts'
import { lockOpenRequest } from './requests.ts'

const fieldNames = { nome: 'nome', telefone: 'telefone', email: 'e-mail' }

/**
 * Corrects what is known about a person in all the named leads, in one transaction, and answers the request if one is named.
 * Returns the number of leads that changed. Throws `not_found`, `lead_anonymized`, `person_erased` or `request_closed`.
 */
export const correctPerson = (
  db: Db,
  caller: Caller,
  { leadIds, requestId, change }: Correction,
  { ip, now }: { ip: string; now: Date },
): Promise<number> =>
  writeLeads(db, writerOf(caller), { adds: false }, async (leads, _, tx) => {
    const { accountId, userId } = caller
    const request = requestId ? await lockOpenRequest(tx, accountId, requestId) : undefined
    const corrected = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    let count = 0
    for (const id of new Set(leadIds)) {
      const current = await leads.find(id)
      if (!current) throw new AppError('not_found')
      if (current.anonymizedAt !== null) throw new AppError('lead_anonymized')
      const form = toLeadForm(current)
      const isOther = Object.entries(corrected).some(([field, value]) => form[field as keyof typeof change] !== value)
      if (isOther && (await leads.update(current, { ...form, ...corrected }))) count++
    }
    const fields = Object.keys(corrected).map(field => fieldNames[field as keyof typeof fieldNames])
    if (request) {
      const closed = { state: 'atendido', outcome: `Dados corrigidos: ${fields.join(', ')}` } as const
      await closeRequest(tx, { accountId, userId, id: request.id }, closed, now)
    }
    const details = {
      fields: fields.join(', '),
      leads: String(count),
      ...(request && { protocol: request.protocol }),
    }
    await insertAccountTrailEntry(tx, { accountId, actorId: userId, action: 'correct-person', details, ip, now })
    return count
  })
