import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { useMember } from '#web/session/session.tsx'
import { clearDraft, loadDraft, saveDraft } from './form-draft.ts'

/** Name of the draft that holds the id of a new row. */
export const newIdDraft = (draftName: string): string => `${draftName}-id`

/** Stores a new row's id with its draft, so that a retry after a lost response and a reload creates no second row. */
export const useNewId = (draftName: string) => {
  const storageName = newIdDraft(draftName)
  const { _id: memberId } = useMember()
  const [id, setId] = useState(() => loadDraft(memberId, storageName, { _id: '' })?.typed._id || uuidv7())
  return {
    id,
    /** Called on the first attempt. */
    store: () => saveDraft(memberId, storageName, { seen: { _id: '' }, values: { _id: id } }),
    /** The next draft gets another id. */
    clear: () => {
      clearDraft(memberId, storageName)
      setId(uuidv7())
    },
  }
}
