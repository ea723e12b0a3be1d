import { formatMinorUnits } from '#contract/values/money.ts'
import type { QueryRunner } from '../../db/client.ts'
import { insertTrailEntry } from '../../trail/store.ts'
import type { StoredPayment } from '../stores/invoice-store.ts'
import type { DisputeState, InvoiceView } from '../stripe/invoice-view.ts'

const verdicts: Record<DisputeState, string> = {
  open: 'contestado no banco, aguarda resposta no Stripe',
  won: 'contestação ganha',
  lost: 'contestação perdida',
}

/** Describes new refunds and disputes in Portuguese for administrators. */
const describeReturns = (invoice: InvoiceView, stored: StoredPayment | undefined): string[] => {
  const { amountPaidCents, amountRefundedCents, dispute, currency, number, stripeId } = invoice
  const refunded = amountRefundedCents - (stored?.amount_refunded_cents ?? 0)
  const news: string[] = []
  if (refunded > 0) news.push(`${formatMinorUnits(refunded, currency)} devolvidos`)
  if (refunded < 0) news.push(`devolução de ${formatMinorUnits(-refunded, currency)} não concluída`)
  if (dispute && dispute !== stored?.dispute)
    news.push(`${formatMinorUnits(amountPaidCents, currency)}: ${verdicts[dispute]}`)
  return news.map(text => `fatura ${number ?? stripeId}, ${text}`)
}

/**
 * Adds new refunds and disputes to the trail. Call it in the transaction that stores them, so that each is recorded once.
 */
export const recordReturns = async (
  tx: QueryRunner,
  account: { email: string },
  stored: ReadonlyMap<string, StoredPayment>,
  invoices: readonly InvoiceView[],
  now: Date,
): Promise<void> => {
  for (const invoice of invoices) {
    for (const payment of describeReturns(invoice, stored.get(invoice.stripeId))) {
      await insertTrailEntry(tx, {
        actor: null,
        action: 'change-subscription',
        subjectEmail: account.email,
        details: { payment },
        now,
      })
    }
  }
}
