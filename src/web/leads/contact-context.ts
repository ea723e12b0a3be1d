import { createContext, useContext } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import type { Channel } from '#contract/story/contact.ts'

/** Starts a contact: offers the messages for WhatsApp, or tells that a phone or e-mail link was opened. */
export type StartContact = (lead: Lead, channel: Channel) => void

export const ContactContext = createContext<StartContact>(() => {})

export const useContact = (): StartContact => useContext(ContactContext)
