import { Mail, MessageCircle, Phone } from 'lucide-react'
import type { Lead } from '#contract/leads/leads.ts'
import { parsePhones } from '#contract/values/phone.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-styles.ts'
import { useContact } from '../../contact-context.ts'

/** The ways to talk to a lead that its data allows. */
export const ContactBar = ({ lead }: { lead: Lead }) => {
  const contact = useContact()
  const dial = parsePhones(lead.telefone).find(part => part.dial)?.dial
  if (!dial && !lead.email) return null
  const link = buttonClass({ size: 'sm' })
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Falar com o lead</legend>
      {dial && (
        <>
          <Button size="sm" icon={<MessageCircle />} onClick={() => contact(lead, 'whatsapp')}>
            WhatsApp
          </Button>
          <a href={`tel:${dial}`} onClick={() => contact(lead, 'telefone')} className={link}>
            <Phone aria-hidden="true" />
            Ligar
          </a>
        </>
      )}
      {lead.email && (
        <a href={`mailto:${lead.email}`} onClick={() => contact(lead, 'email')} className={link}>
          <Mail aria-hidden="true" />
          E-mail
        </a>
      )}
    </fieldset>
  )
}
