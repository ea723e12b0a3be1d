import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { forgetDraft, readDraft, writeDraft } from '#web/auth/draft.ts'
import { useUser } from '#web/auth/session.tsx'

/**
 * The id that a new lead will have. It belongs to the draft: a save whose answer was lost, tried again after a reload,
 * makes no second lead.
 */
export const useNewLeadId = (draft: string) => {
  const what = `${draft}-id`
  const { _id: userId } = useUser()
  const [id, setId] = useState(() => readDraft(userId, what, { _id: '' })?.typed._id || uuidv7())
  return {
    id,
    /** From the first try on. */
    keep: () => writeDraft(userId, what, { seen: { _id: '' }, values: { _id: id } }),
    /** What is written next is another lead. */
    forget: () => {
      forgetDraft(userId, what)
      setId(uuidv7())
    },
  }
}
