import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { clearDraft, hasDraft, moveDraft } from '#web/forms/form-draft.ts'
import { useMember } from '#web/session/session.tsx'
import { newIdDraft } from '../use-new-id.ts'

export const newLeadDraft = 'novo'

/** Of mutations that create a lead. */
export const creationKey = ['create-lead']

const drafts = [newLeadDraft, newIdDraft(newLeadDraft)]
const aside = (draft: string): string => `${draft}-enviado`

const isCreating = (queryClient: QueryClient): boolean => queryClient.isMutating({ mutationKey: creationKey }) > 0

/**
 * A new lead whose dialog is closed during the save leaves its draft aside until the save has ended, so that the next new lead
 * begins empty and with an id of its own. After a failure or a reload, "Novo Lead" takes it back. Call before the draft is read.
 */
export const useDraftAside = (isNew: boolean) => {
  const { _id: memberId } = useMember()
  const queryClient = useQueryClient()
  const isAside = useRef(false)
  useState(() => {
    if (!isNew || isCreating(queryClient) || hasDraft(memberId, newLeadDraft)) return
    for (const draft of drafts) moveDraft(memberId, aside(draft), draft)
  })
  useEffect(() => {
    if (!isNew) return
    return () => {
      // An earlier one may be aside already.
      if (!isCreating(queryClient) || hasDraft(memberId, aside(newLeadDraft))) return
      for (const draft of drafts) moveDraft(memberId, draft, aside(draft))
      isAside.current = true
    }
  }, [isNew, memberId, queryClient])
  return {
    isAside,
    clear: () => {
      for (const draft of drafts) clearDraft(memberId, aside(draft))
    },
  }
}
