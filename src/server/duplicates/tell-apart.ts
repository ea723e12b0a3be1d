import type { Caller } from '../auth/access.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { listLeadsById } from '../leads/read/store.ts'
import { viewOf } from '../leads/read/visibility.ts'
import type { LeadPair } from './group-duplicates.ts'
import { insertDistinctPairs, removeDistinctPairs } from './store.ts'

type IdPairs = readonly (readonly [string, string])[]

/** Puts the smaller id of each pair first. */
const toLeadPairs = (pairs: IdPairs): LeadPair[] =>
  pairs.map(([first, second]) => (first < second ? { one: first, other: second } : { one: second, other: first }))

const assertPairs = async (db: Db, caller: Caller, pairs: IdPairs): Promise<void> => {
  if (pairs.some(([one, other]) => one === other))
    throw new AppError('validation_failed', { fields: { pairs: 'Escolha dois leads diferentes' } })
  const ids = [...new Set(pairs.flat())]
  if ((await listLeadsById(db, viewOf(caller), ids)).length !== ids.length) throw new AppError('not_found')
}

/** Remembers that pairs of leads are no duplicates. Returns the number of new pairs. Throws `not_found` for a lead out of view. */
export const tellApart = async (db: Db, caller: Caller, pairs: IdPairs, now: Date): Promise<number> => {
  await assertPairs(db, caller, pairs)
  const { accountId, userId: createdBy } = caller
  return insertDistinctPairs(db, { accountId, createdBy, now }, toLeadPairs(pairs))
}

/** Forgets it again. Returns the number of forgotten pairs. Throws `not_found` for a lead out of view. */
export const takeBack = async (db: Db, caller: Caller, pairs: IdPairs): Promise<number> => {
  await assertPairs(db, caller, pairs)
  return removeDistinctPairs(db, caller.accountId, toLeadPairs(pairs))
}
