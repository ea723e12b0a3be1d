import { emit } from '../account/emit.ts'
import { getDispute } from '../account/find.ts'
import { idOf, newestFirst } from '../account/state.ts'
import { closeDispute, isDisputeClosed } from '../billing/refunds-and-disputes.ts'
import { patchMetadata } from '../objects/metadata.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { boolean, isInRange, listParams, map, metadata, params, rangeOrInteger, text } from '../wire/fields.ts'
import { paginate } from '../wire/paginate.ts'
import { route } from '../wire/route.ts'

/** Like Stripe's test mode, these texts close the dispute at once. */
const verdicts: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' }

export const disputeRoutes = [
  route('GET', '/v1/disputes', {
    params: listParams({ charge: text, payment_intent: text, created: rangeOrInteger }),
    run: ({ state }, { params: { charge, payment_intent: intent, created, ...page } }) =>
      paginate(
        '/v1/disputes',
        newestFirst(state.disputes).filter(
          dispute =>
            (charge === undefined || idOf(dispute.charge) === charge) &&
            (intent === undefined || idOf(dispute.payment_intent) === intent) &&
            isInRange(dispute.created, created),
        ),
        page,
      ),
  }),
  route('POST', '/v1/disputes/:id', {
    params: params({ evidence: map({ uncategorized_text: text }), submit: boolean, metadata }),
    run: (account, { id, params: { evidence, submit = true, metadata: patch } }) => {
      const dispute = getDispute(account, id)
      if (isDisputeClosed(dispute)) throw invalidRequest('This dispute is already closed')
      const words = evidence?.uncategorized_text
      dispute.metadata = patchMetadata(dispute.metadata, patch)
      if (words !== undefined) {
        dispute.evidence = { ...dispute.evidence, uncategorized_text: words }
        dispute.evidence_details = { ...dispute.evidence_details, has_evidence: true }
        if (submit) {
          dispute.status = 'under_review'
          dispute.evidence_details = {
            ...dispute.evidence_details,
            submission_count: dispute.evidence_details.submission_count + 1,
            submission_method: 'manual',
          }
        }
      }
      emit(account, 'charge.dispute.updated', dispute)
      const verdict = submit ? verdicts[words ?? ''] : undefined
      if (verdict) closeDispute(account, dispute, verdict)
      return dispute
    },
  }),
  route('POST', '/v1/disputes/:id/close', {
    params: params({}),
    run: (account, { id }) => {
      const dispute = getDispute(account, id)
      if (isDisputeClosed(dispute)) throw invalidRequest('This dispute is already closed')
      closeDispute(account, dispute, 'lost')
      return dispute
    },
  }),
]
