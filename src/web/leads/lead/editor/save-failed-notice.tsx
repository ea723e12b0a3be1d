import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { LegalBasis } from '#contract/privacy/lead-privacy.ts'
import { PlansLink } from '#web/billing/plans-link.tsx'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { leadErrors } from '../../api.ts'
import { isPersonErased, ReadmitChoice } from './readmit-choice.tsx'

interface SaveFailedNoticeProps {
  isNew: boolean
  error: Error
  /** Saves the lead of an erased person with a legal basis. */
  onReadmit: (basis: LegalBasis) => void
}

/** Says why a lead was not saved, and offers what helps. */
export const SaveFailedNotice = ({ isNew, error, onReadmit }: SaveFailedNoticeProps) => (
  <Notice
    tone="danger"
    title={isNew ? leadErrors.create : leadErrors.update}
    actions={isNew && isPersonErased(error) ? <ReadmitChoice onChoose={onReadmit} /> : <PlansLink error={error} />}
  >
    {errorMessage(error, '')}
  </Notice>
)

/** Reports a save that failed after its dialog was closed. */
export const notifySaveFailed = (lead: Lead | null, error: unknown): void =>
  toast.error({
    title: lead ? leadErrors.update : leadErrors.create,
    description: `O que você escreveu está guardado: abra ${lead ? leadName(lead) : '“Novo Lead”'} para continuar. ${errorMessage(error, '')}`,
  })
