import type Stripe from 'stripe'
import type { MetadataPatch } from '../wire/fields.ts'

export const patchMetadata = (before: Stripe.Metadata | null, patch: MetadataPatch | undefined): Stripe.Metadata => {
  if (patch === undefined) return before ?? {}
  const merged: Record<string, string | null> = patch === null ? {} : { ...before, ...patch }
  return Object.fromEntries(Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null))
}
