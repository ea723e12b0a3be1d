import type { Lead } from '#contract/leads/leads.ts'
import { parsePhones } from '#contract/values/phone.ts'

const contact = 'min-h-6 max-md:min-h-11 max-w-full content-center truncate'
const contactLink = `${contact} relative rounded-chip hover:text-brand hover:underline`

export const ContactLinks = ({ lead, className }: { lead: Lead; className?: string }) => (
  <div className={className}>
    <span title={lead.telefone} className={`${contact} block`}>
      {parsePhones(lead.telefone).map(({ text, dial }, index) =>
        dial === undefined ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other key
          <a key={index} href={`tel:${dial}`} className={`${contactLink} inline-block align-top max-md:min-w-11`}>
            {text}
          </a>
        ),
      )}
    </span>
    <a href={`mailto:${lead.email}`} title={lead.email} className={`${contactLink} block`}>
      {lead.email}
    </a>
  </div>
)
