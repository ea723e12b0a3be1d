import type { Caller } from '../auth/access.ts'
import { listMembers, updateSeatOrder } from '../auth/member-store.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { countAccountTrailSince, insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import { lockTeam } from './invite-member.ts'

/** Without a pause, a plan with few seats would serve a large team in shifts. */
const pauseMs = 24 * 60 * 60 * 1000

/**
 * Orders the members for the seats of the plan; the owner always comes first. Throws `seats_ordered_today`, `forbidden` if the
 * caller is no longer the owner, or `validation_failed` unless `order` names each other member once.
 */
export const orderSeats = (
  { db, now }: Services,
  { accountId, userId }: Caller,
  order: readonly string[],
  ip: string,
): Promise<void> =>
  db.transaction(async tx => {
    const { team_role } = await lockTeam(tx, { accountId, userId })
    if (team_role !== 'owner') throw new AppError('forbidden')
    const members = (await listMembers(tx, accountId)).filter(({ id }) => id !== userId)
    const names = new Map(members.map(({ id, nome }) => [id, nome]))
    if (order.length !== names.size || new Set(order).size !== names.size || !order.every(id => names.has(id)))
      throw new AppError('validation_failed', {
        fields: { members: 'A equipe mudou. Confira a ordem e salve de novo.' },
      })
    if (members.every(({ id }, index) => id === order[index])) return
    const since = new Date(now().getTime() - pauseMs)
    if ((await countAccountTrailSince(tx, accountId, 'order-seats', since)) > 0)
      throw new AppError('seats_ordered_today')
    await updateSeatOrder(tx, accountId, order)
    const details = { members: order.map(id => names.get(id)).join(', ') }
    await insertAccountTrailEntry(tx, { accountId, actorId: userId, action: 'order-seats', details, ip, now: now() })
  })
