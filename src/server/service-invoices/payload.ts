import { planNames } from '#contract/billing/subscription.ts'
import { parseTaxNumber } from '#contract/billing/tax-number.ts'
import { toIsoTimestamp } from '../db/client.ts'
import type { ClaimedMessage } from './store.ts'

const addressOf = ({ cep, street, house_number, complement, district, city, state }: ClaimedMessage) => ({
  cep,
  street,
  number: house_number,
  complement,
  district,
  city,
  state,
  country: 'BR',
})

const customerOf = (message: ClaimedMessage) => {
  const { account_id: id, account_name: accountName, email, tax_id: taxId, legal_name: legalName } = message
  if (id === null) return null
  return {
    id,
    accountName,
    email,
    taxId,
    taxIdKind: (taxId && parseTaxNumber(taxId)?.kind) ?? null,
    legalName,
    /** `null` until the owner gives the fiscal data. */
    address: taxId === null ? null : addressOf(message),
  }
}

/** Returns the body of a message. The payer is as known at the time of the attempt; id and amounts never change. */
export const payloadOf = (
  message: ClaimedMessage,
  { brandName, isLive }: { brandName: string; isLive: boolean },
): string => {
  const { type, amount_cents: amount, total_cents: total, created_at: at, plan } = message
  return JSON.stringify({
    type,
    timestamp: toIsoTimestamp(at),
    data: {
      live: isLive,
      invoice: {
        id: message.stripe_invoice,
        number: message.number,
        createdAt: toIsoTimestamp(message.invoiced_at),
        currency: message.currency,
      },
      /** In centavos: what was paid, or what this refund returned. */
      amount,
      ...(type === 'invoice.refunded' && { totalRefunded: total }),
      plan,
      description: `Assinatura ${brandName}${plan ? ` ${planNames[plan]}` : ''}, mensal`,
      customer: customerOf(message),
    },
  })
}
