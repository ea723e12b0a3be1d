import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { clearDraft, loadDraft, saveDraft } from '#web/forms/form-draft.ts'
import { useUser } from '#web/session/session.tsx'

/** Stores a new lead's id with its draft, so that a retry after a lost response and a reload creates no second lead. */
export const useNewLeadId = (draftName: string) => {
  const storageName = `${draftName}-id`
  const { _id: userId } = useUser()
  const [id, setId] = useState(() => loadDraft(userId, storageName, { _id: '' })?.typed._id || uuidv7())
  return {
    id,
    /** Called on the first attempt. */
    store: () => saveDraft(userId, storageName, { seen: { _id: '' }, values: { _id: id } }),
    /** The next draft gets another id. */
    clear: () => {
      clearDraft(userId, storageName)
      setId(uuidv7())
    },
  }
}
