import type { Lead } from '#contract/leads/leads.ts'
import { toIsoTimestamp } from '../db/client.ts'
import type { ClaimedDelivery } from './delivery-store.ts'

/** Returns the earlier values of the fields that changed. */
const previousOf = (before: Lead, after: Lead): Partial<Lead> =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([field, value]) =>
        !['version', 'updatedAt'].includes(field) &&
        JSON.stringify(value) !== JSON.stringify(after[field as keyof Lead]),
    ),
  )

/** Returns the body of a delivery, the same for every attempt. Returns `undefined` for a lead that was erased since. */
export const payloadOf = (
  { type, message_at, seq, data }: ClaimedDelivery,
  { before, after }: { before?: Lead; after?: Lead },
): string | undefined => {
  const isAboutLead = type.startsWith('lead.') || type === 'task.completed'
  if (isAboutLead && !after) return undefined
  return JSON.stringify({
    type,
    timestamp: toIsoTimestamp(message_at),
    data: {
      ...data,
      ...(after && { lead: after }),
      ...(before && after && { previous: previousOf(before, after) }),
      ...(seq !== null && { seq }),
    },
  })
}
