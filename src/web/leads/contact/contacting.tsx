import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import type { Channel } from '#contract/story/contact.ts'
import { useMember } from '#web/session/session.tsx'
import { addContact, invalidateStory } from '../lead/story/story-api.ts'
import { ContactOutcome } from './contact-outcome.tsx'
import { clearOpened, createContact, loadOpened, saveOpened } from './opened-contact.ts'
import { useReturn } from './use-return.ts'
import { WhatsappMessages } from './whatsapp-messages.tsx'

export interface ContactRequest {
  lead: Lead
  channel: Channel
}

interface ContactingProps {
  request: ContactRequest | undefined
  onHandled: () => void
}

/** Offers messages for WhatsApp, tells the story what was opened, and asks how it went when the user is back. */
export default function Contacting({ request, onHandled }: ContactingProps) {
  const queryClient = useQueryClient()
  const { _id: memberId } = useMember()
  const [opened, setOpened] = useState(() => loadOpened(memberId))
  const [isBack, setBack] = useState(opened !== undefined)
  useReturn(opened !== undefined && !isBack, () => setBack(true))
  const open = ({ lead, channel }: ContactRequest) => {
    const contact = createContact(lead, channel)
    saveOpened(memberId, contact)
    setOpened(contact)
    setBack(false)
    onHandled()
    addContact(contact)
      .then(() => invalidateStory(queryClient, lead._id))
      // The outcome sends the contact again.
      .catch(() => {})
  }
  const close = () => {
    clearOpened(memberId)
    setOpened(undefined)
  }
  const openLink = useEffectEvent(open)
  useEffect(() => {
    if (request && request.channel !== 'whatsapp') openLink(request)
  }, [request])

  if (request?.channel === 'whatsapp')
    return <WhatsappMessages lead={request.lead} onOpen={() => open(request)} onClose={onHandled} />
  return opened && isBack ? <ContactOutcome key={opened._id} contact={opened} onClose={close} /> : null
}
