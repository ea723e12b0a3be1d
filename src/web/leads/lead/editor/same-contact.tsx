import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { phoneKey } from '#contract/values/phone.ts'
import { Email, emailKey } from '#contract/values/text.ts'
import { StageBadge } from '#web/lead-display/stage-badge.tsx'
import { useSettled } from '#web/lib/use-settled.ts'
import { useResponsibleName } from '#web/team/responsible.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { sameContactQuery } from '../../api-on-demand.ts'
import type { LeadFormValues } from '../form/lead-values.ts'
import { useOpenLead } from '../use-open-lead.ts'

const debounceMs = 300
/** Shorter keys are numbers that are still being typed, or lack the area code. */
const minKeyLength = 10

/** Shows the leads that have the typed phone number or e-mail already. The user opens one, or goes on. */
export const SameContact = ({ control }: { control: Control<LeadFormValues> }) => {
  const [telefone, email] = useWatch({ control, name: ['telefone', 'email'] })
  const key = phoneKey(telefone)
  const phone = useSettled(key && key.length >= minKeyLength ? telefone : '', debounceMs)
  const address = useSettled(emailKey(email) && Email.safeParse(email).success ? email : '', debounceMs)
  const { data } = useQuery({
    ...sameContactQuery({ telefone: phone, email: address }),
    enabled: phone !== '' || address !== '',
  })
  const found = phone || address ? (data ?? []) : []
  return (
    <div role="status">
      {found.length > 0 && (
        <Notice
          tone="warn"
          title={found.length === 1 ? 'Este contato já é um lead' : 'Este contato já está em outros leads'}
        >
          <ul className="mt-1 grid gap-2">
            {found.map(lead => (
              <Found key={lead._id} lead={lead} />
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

const Found = ({ lead }: { lead: Lead }) => {
  const { openLead } = useOpenLead()
  const responsible = useResponsibleName(lead)
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="wrap-anywhere font-medium text-text">{leadName(lead)}</span>
      <StageBadge status={lead.status} />
      {responsible && <span className="text-sm">{responsible}</span>}
      <Button size="sm" aria-label={`Abrir ${leadName(lead)}`} onClick={() => openLead(lead._id)} className="ml-auto">
        Abrir
      </Button>
    </li>
  )
}
