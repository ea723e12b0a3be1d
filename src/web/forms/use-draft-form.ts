import { useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { useUser } from '#web/session/session.tsx'
import { clearDraft, loadDraft, saveDraft } from './form-draft.ts'

interface DraftForm<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** What each field showed when what stands in it was written. */
  seen: Values
  /** The form began with what had been typed before; `discard` goes back to what it would else begin with. */
  isRestored: boolean
  /** The version that the recovered draft was written over. */
  restoredVersion: number | undefined
  discard: () => void
  /** To be called when the form is saved or left by choice. */
  clear: () => void
  /** Goes on over newer stored values, with other values in the fields and another view of what they were written over. */
  rebase: (stored: { values: Values; version: number }, next: { seen: Values; mine: Values }) => void
}

/**
 * A form in which nothing typed is lost: not to a reload and not to a session that ends. `what` tells it from others,
 * `version` is that of `initial`. What is recovered stands in the fresh values, whatever else has changed in them.
 */
export const useDraftForm = <Values extends FieldValues>(
  formName: string,
  initial: Values,
  resolver: Resolver<Values>,
  version?: number,
): DraftForm<Values> => {
  const { _id: userId } = useUser()
  const [draft] = useState(() => loadDraft(userId, formName, initial))
  const [restored] = useState((): Values | undefined => draft && { ...initial, ...draft.typed })
  const [seen, setSeen] = useState((): Values => ({ ...initial, ...draft?.seen }))
  const form = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    ...(restored && { values: restored, resetOptions: { keepDefaultValues: true } }),
    resolver,
    mode: 'onTouched',
  })
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(userId, formName, { version, seen, values }),
      }),
    [subscribe, userId, formName, version, seen],
  )

  const clear = () => clearDraft(userId, formName)
  const discard = () => {
    form.reset()
    setSeen(form.getValues())
    clear()
    // What was pressed goes away with what it discarded.
    form.setFocus(Object.keys(initial)[0] as Path<Values>)
  }
  const rebase: DraftForm<Values>['rebase'] = (stored, next) => {
    setSeen(next.seen)
    form.reset(stored.values)
    form.reset(next.mine, { keepDefaultValues: true })
    // What was written on the way here knew only the old view.
    saveDraft(userId, formName, { version: stored.version, seen: next.seen, values: next.mine })
  }
  return {
    form,
    seen,
    isRestored: draft !== undefined && form.formState.isDirty,
    restoredVersion: draft?.version,
    discard,
    clear,
    rebase,
  }
}
