import clsx from 'clsx'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useContact } from './contact-context.ts'

// One path, because a board paints up to 70 of them on every scroll frame.
const bubble = (
  <svg aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" className="size-4">
    <path d="M3 21l1.7-5A9 9 0 1 1 8 19.3zM9 9c.4 3 3 5.6 6 6l1.2-1.6-2.2-1.2-1 .8c-.9-.5-1.6-1.2-2-2l.8-1L10.6 7.8z" />
  </svg>
)

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
      icon={bubble}
      onClick={event => {
        event.stopPropagation()
        contact(lead, 'whatsapp')
      }}
      className={clsx('text-success', className)}
    />
  )
}
