import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { clearDraft, findDraft, hasDraft, loadDraft, moveDraft } from '#web/forms/form-draft.ts'
import { newIdDraft } from '#web/forms/use-new-id.ts'
import { useMember } from '#web/session/session.tsx'

export const newLeadDraft = 'novo'

/** Of mutations that create a lead. */
export const creationKey = ['create-lead']

const idDraft = newIdDraft(newLeadDraft)
const drafts = [newLeadDraft, idDraft]
const aside = (draft: string, id: string): string => `${draft}-enviado:${id}`

const isCreating = (queryClient: QueryClient): boolean => queryClient.isMutating({ mutationKey: creationKey }) > 0

/**
 * A new lead whose dialog is closed during the save leaves its draft aside until the save has ended, so that the next new lead
 * begins empty and with an id of its own. After a failure or a reload, "Novo Lead" takes it back. Call before the draft is read.
 */
export const useDraftAside = (isNew: boolean) => {
  const { _id: memberId } = useMember()
  const queryClient = useQueryClient()
  const asideId = useRef<string>(undefined)
  useState(() => {
    if (!isNew || isCreating(queryClient) || hasDraft(memberId, newLeadDraft)) return
    const id = findDraft(memberId, aside(newLeadDraft, ''))
    if (id !== undefined) for (const draft of drafts) moveDraft(memberId, aside(draft, id), draft)
  })
  useEffect(() => {
    if (!isNew) return
    return () => {
      // Without an id, no save of this lead has begun.
      const id = loadDraft(memberId, idDraft, { _id: '' })?.typed._id
      if (!id || !isCreating(queryClient)) return
      for (const draft of drafts) moveDraft(memberId, draft, aside(draft, id))
      asideId.current = id
    }
  }, [isNew, memberId, queryClient])
  return {
    /** Clears the draft if it is aside, and returns whether it was. */
    clear: (): boolean => {
      const id = asideId.current
      if (id === undefined) return false
      for (const draft of drafts) clearDraft(memberId, aside(draft, id))
      return true
    },
  }
}
