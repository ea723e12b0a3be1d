import type { Lead } from '#contract/leads/leads.ts'
import type { Channel } from '#contract/story/contact.ts'
import { parsePhones } from '#contract/values/phone.ts'

const contact = 'min-h-6 max-md:min-h-11 max-w-full content-center truncate'
const contactLink = `${contact} relative rounded-chip hover:text-brand hover:underline`

interface ContactLinksProps {
  lead: Lead
  /** Called when the user opens a link. */
  onContact?: (channel: Channel) => void
  className?: string
}

export const ContactLinks = ({ lead, onContact, className }: ContactLinksProps) => (
  <div className={className}>
    <span title={lead.telefone} className={`${contact} block`}>
      {parsePhones(lead.telefone).map(({ text, dial }, index) =>
        dial === undefined || lead.naoContatar ? (
          text
        ) : (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other key
            key={index}
            href={`tel:${dial}`}
            onClick={() => onContact?.('telefone')}
            className={`${contactLink} inline-block align-top max-md:min-w-11`}
          >
            {text}
          </a>
        ),
      )}
    </span>
    {lead.naoContatar && <span className={`${contact} block text-text3`}>Não contatar</span>}
    {!lead.naoContatar && lead.email && (
      <a
        href={`mailto:${lead.email}`}
        title={lead.email}
        onClick={() => onContact?.('email')}
        className={`${contactLink} block`}
      >
        {lead.email}
      </a>
    )}
  </div>
)
