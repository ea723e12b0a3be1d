import { v7 as uuidv7 } from 'uuid'
import type { Lead } from '#contract/leads/leads.ts'
import { type Channel, channels } from '#contract/story/contact.ts'
import { clearDraft, loadDraft, saveDraft } from '#web/forms/form-draft.ts'

/** A contact that was opened and not yet asked about. */
export interface OpenedContact {
  _id: string
  leadId: string
  channel: Channel
}

const none = { _id: '', leadId: '', channel: '', openedAt: '' }
const storageName = 'contato'
/** A user who comes back later is asked nothing. */
const maxAwayMs = 2 * 60 * 60 * 1000

export const createContact = ({ _id: leadId }: Lead, channel: Channel): OpenedContact => ({
  _id: uuidv7(),
  leadId,
  channel,
})

// A phone may discard the page while the user is in WhatsApp.
export const saveOpened = (memberId: string, contact: OpenedContact): void =>
  saveDraft(memberId, storageName, { seen: none, values: { ...contact, openedAt: new Date().toISOString() } })

export const clearOpened = (memberId: string): void => clearDraft(memberId, storageName)

export const loadOpened = (memberId: string): OpenedContact | undefined => {
  const { _id, leadId, channel, openedAt } = { ...none, ...loadDraft(memberId, storageName, none)?.typed }
  const known = channels.find(one => one === channel)
  const isRecent = Date.now() - new Date(openedAt).getTime() < maxAwayMs
  return _id && leadId && known && isRecent ? { _id, leadId, channel: known } : undefined
}
