import clsx from 'clsx'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useContact } from './contact-context.ts'

interface WhatsappButtonProps {
  lead: Lead
  tabIndex?: number
  className?: string
}

/** Opens the messages for a lead that has a phone number. */
export const WhatsappButton = ({ lead, tabIndex, className }: WhatsappButtonProps) => {
  const contact = useContact()
  if (!/\d/.test(lead.telefone)) return null
  return (
    <IconButton
      size="sm"
      tabIndex={tabIndex}
      label={`WhatsApp de ${leadName(lead)}`}
      onClick={event => {
        event.stopPropagation()
        contact(lead, 'whatsapp')
      }}
      className={clsx('icon-whatsapp', className)}
    />
  )
}
