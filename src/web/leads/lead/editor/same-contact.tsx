import { useQuery } from '@tanstack/react-query'
import { ChevronDown, TriangleAlert } from 'lucide-react'
import { type Control, useWatch } from 'react-hook-form'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { phoneKey } from '#contract/values/phone.ts'
import { Email, emailKey } from '#contract/values/text.ts'
import { StageBadge } from '#web/lead-display/stage-badge.tsx'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { useSettled } from '#web/lib/use-settled.ts'
import { useResponsibleName } from '#web/team/responsible.tsx'
import { Button } from '#web/ui/button.tsx'
import { MenuButton } from '#web/ui/overlays/menu-button.tsx'
import { sameContactQuery } from '../../api-on-demand.ts'
import type { LeadFormValues } from '../form/lead-values.ts'
import { useOpenLead } from '../use-open-lead.ts'

const debounceMs = 300
/** Shorter keys are numbers that are still being typed, or lack the area code. */
const minKeyLength = 10

/**
 * Shows the leads that have the typed phone number or e-mail already. The user opens one, or goes on. As high with a lead as
 * without: the response may arrive while the user presses something below.
 */
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
    <div className="flex h-14 min-w-0 items-center">
      {found.length === 0 && (
        <p className="text-sm text-text3">Cole um contato ou uma mensagem em um campo: o resto se preenche sozinho.</p>
      )}
      <div role="status" className="min-w-0 flex-auto">
        {found.length > 0 && <Found leads={found} />}
      </div>
    </div>
  )
}

const Found = ({ leads: [lead, ...others] }: { leads: Lead[] }) => {
  const { openLead } = useOpenLead()
  if (!lead) return null
  const isOnly = others.length === 0
  return (
    <div className="flex h-14 items-center gap-3 rounded-control border border-transparent bg-warn-soft px-4 [--border:var(--border-strong)]">
      <TriangleAlert aria-hidden="true" className="flex-none text-warn max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold text-warn">
          {isOnly ? 'Este contato já é um lead' : 'Este contato já está em outros leads'}
        </p>
        {isOnly ? <About lead={lead} /> : <p className="truncate">{[lead, ...others].map(leadName).join(', ')}</p>}
      </div>
      {isOnly ? (
        <Button size="sm" aria-label={`Abrir ${leadName(lead)}`} onClick={() => openLead(lead._id)}>
          Abrir
        </Button>
      ) : (
        <MenuButton
          label="Abrir um destes leads"
          icon={<ChevronDown />}
          items={[lead, ...others].map(({ _id, status, ...of }) => ({
            label: leadName(of),
            icon: <StageIcon status={status} />,
            onSelect: () => openLead(_id),
          }))}
        />
      )}
    </div>
  )
}

const About = ({ lead }: { lead: Lead }) => {
  const responsible = useResponsibleName(lead)
  return (
    <p className="flex items-center gap-2">
      <span className="truncate font-medium">{leadName(lead)}</span>
      <StageBadge status={lead.status} className="flex-none" />
      {responsible && <span className="truncate text-sm max-sm:hidden">{responsible}</span>}
    </p>
  )
}
