import { useState } from 'react'
import { useMember } from '#web/session/session.tsx'
import { clearDraft, loadDraft, saveDraft } from './form-draft.ts'

/** Input of a small form that outlives its closing, a reload and an expired session. Fields without input follow `stored`. */
export const useDraft = <Values extends object>(draftName: string, stored: Values) => {
  const { _id: memberId } = useMember()
  const [draft] = useState(() => loadDraft(memberId, draftName, stored))
  const [typed, setTyped] = useState<Partial<Values>>(() => draft?.typed ?? {})
  return {
    values: { ...stored, ...typed },
    isRestored: draft !== undefined,
    change: (changed: Partial<Values>) => {
      const next = { ...typed, ...changed }
      setTyped(next)
      saveDraft(memberId, draftName, { seen: stored, values: { ...stored, ...next } })
    },
    /** Call after a save or a deliberate cancel. */
    clear: () => {
      clearDraft(memberId, draftName)
      setTyped({})
    },
  }
}
