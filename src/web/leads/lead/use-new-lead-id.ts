import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { clearDraft, loadDraft, saveDraft } from '#web/forms/form-draft.ts'
import { useUser } from '#web/session/session.tsx'

/**
 * The id that a new lead will have. It belongs to the draft: a save whose answer was lost, tried again after a reload,
 * makes no second lead.
 */
export const useNewLeadId = (draftName: string) => {
  const storageName = `${draftName}-id`
  const { _id: userId } = useUser()
  const [id, setId] = useState(() => loadDraft(userId, storageName, { _id: '' })?.typed._id || uuidv7())
  return {
    id,
    /** From the first try on. */
    store: () => saveDraft(userId, storageName, { seen: { _id: '' }, values: { _id: id } }),
    /** What is written next is another lead. */
    clear: () => {
      clearDraft(userId, storageName)
      setId(uuidv7())
    },
  }
}
