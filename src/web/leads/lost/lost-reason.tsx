import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { stageOf } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { noLostReason } from '#contract/lost-reasons/lost-reasons.ts'
import { hasDraft } from '#web/forms/form-draft.ts'
import { lostReasonsQuery } from '#web/lost-reasons/api.ts'
import { useMember } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { LostReasonForm, lostDraftName } from './lost-reason-form.tsx'

/** Why a lead in Perdido was lost. Shows nothing for a lead in another stage. */
export const LostReason = ({ lead }: { lead: Lead }) =>
  stageOf(lead.status) === 'perdido' ? <Reason lead={lead} /> : null

const Reason = ({ lead }: { lead: Lead }) => {
  const headingId = useId()
  const { _id: memberId } = useMember()
  const [isEditing, setEditing] = useState(() => hasDraft(memberId, lostDraftName(lead)))
  const { data } = useQuery(lostReasonsQuery)
  const reason = lead.lostReasonId ? data?.find(({ _id }) => _id === lead.lostReasonId)?.nome : noLostReason
  const close = () => setEditing(false)
  return (
    <section aria-labelledby={headingId} className="grid gap-2 rounded-control border border-border p-3">
      <h3 id={headingId} className="text-sm text-text2">
        Motivo da perda
      </h3>
      {isEditing ? (
        <LostReasonForm lead={lead} cancelLabel="Cancelar" onDone={close} onCancel={close} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium">{reason ?? '…'}</p>
            {lead.lostNote && <p className="wrap-anywhere text-sm text-text2">{lead.lostNote}</p>}
          </div>
          <Button size="sm" variant={lead.lostReasonId ? 'ghost' : 'secondary'} onClick={() => setEditing(true)}>
            {lead.lostReasonId ? 'Alterar' : 'Informar'}
          </Button>
        </div>
      )}
    </section>
  )
}
