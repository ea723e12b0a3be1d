import type { Endpoint } from '#contract/endpoint.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { Scope } from '#contract/policies.ts'
import type { Person } from '#server/testing/factories.ts'
import type { CallOptions } from '#server/testing/test-app.ts'

/**
 * Callers. A caller requests their own lead; the owner of another account and the administrator request a lead that is not
 * theirs.
 */
export const actors = [
  'nobody',
  'owner',
  'owner without subscription',
  'manager',
  'seller',
  'seller without subscription',
  'manager without seat',
  'seller without seat',
  'owner of another account',
  'administrator',
] as const
export type ActorName = (typeof actors)[number]
export type Statuses = readonly [
  nobody: number,
  owner: number,
  ownerWithout: number,
  manager: number,
  seller: number,
  sellerWithout: number,
  managerWithoutSeat: number,
  sellerWithoutSeat: number,
  other: number,
  admin: number,
]

export interface Row {
  statuses: Statuses
  /** Scope that a key needs; `null` rejects all keys. */
  scope: Scope | null
  request: (lead: Lead, caller: Person | undefined) => CallOptions | Promise<CallOptions>
}
export const row = (statuses: Statuses, request: Row['request'] = () => ({}), scope: Scope | null = null): Row => ({
  statuses,
  request,
  scope,
})

export interface Scene {
  caller?: Person
  lead: Lead
}

/** Is true of requests that only read or are rejected, unless the row prepares something for the caller first. */
export const changesNothing = ({ method }: Endpoint, status: number, { length }: Row['request']): boolean =>
  (method === 'GET' || status >= 400) && length < 2

export const everybody: Statuses = [200, 200, 200, 200, 200, 200, 200, 200, 200, 200]
export const nobody: Statuses = [400, 400, 400, 400, 400, 400, 400, 400, 400, 400]
export const signedIn: Statuses = [401, 200, 200, 200, 200, 200, 200, 200, 200, 200]
export const signedInNoContent: Statuses = [401, 204, 204, 204, 204, 204, 204, 204, 204, 204]
export const owners: Statuses = [401, 200, 200, 403, 403, 403, 403, 403, 200, 200]
export const ownersNoContent: Statuses = [401, 204, 204, 403, 403, 403, 403, 403, 204, 204]
export const managers: Statuses = [401, 200, 200, 200, 403, 403, 200, 403, 200, 200]
export const managersWithAccess: Statuses = [401, 200, 402, 200, 403, 403, 402, 403, 200, 200]
export const withAccess: Statuses = [401, 200, 402, 200, 200, 402, 402, 402, 200, 200]
export const withAccessNoContent: Statuses = [401, 204, 402, 204, 204, 402, 402, 402, 204, 204]
export const created: Statuses = [401, 201, 402, 201, 201, 402, 402, 402, 201, 201]
/** Administrators cannot access another account's lead with these endpoints. */
export const ofOnesOwn: Statuses = [401, 200, 402, 200, 200, 402, 402, 402, 404, 404]
export const removedByOneself: Statuses = [401, 204, 402, 204, 204, 402, 402, 402, 404, 404]
export const createdOnOnesOwn: Statuses = [401, 201, 402, 201, 201, 402, 402, 402, 404, 404]
export const administrators: Statuses = [401, 403, 403, 403, 403, 403, 403, 403, 403, 200]
