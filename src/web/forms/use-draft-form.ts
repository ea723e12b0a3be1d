import { useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { useMember } from '#web/session/session.tsx'
import { clearDraft, loadDraft, saveDraft } from './form-draft.ts'

interface DraftForm<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** Value of each field when its input was typed. */
  seen: Values
  /** Whether the form restored a draft. `discard` returns to the default values. */
  isRestored: boolean
  /** Version that the restored draft was based on. */
  restoredVersion: number | undefined
  discard: () => void
  /** Call after a save or a deliberate close. */
  clear: () => void
  /** Continues on newer stored values, with new field values and a new base. */
  rebase: (stored: { values: Values; version?: number }, next: { seen: Values; mine: Values }) => void
}

/**
 * Form with input that survives reloads and expired sessions. `formName` names the draft, and `version` belongs to
 * `initial`, whose fields are in the order of the screen. A draft merges into fresh values.
 */
export const useDraftForm = <Values extends FieldValues>(
  formName: string,
  initial: Values,
  resolver: Resolver<Values> | undefined,
  version?: number,
): DraftForm<Values> => {
  const { _id: memberId } = useMember()
  const [draft] = useState(() => loadDraft(memberId, formName, initial))
  const [restored] = useState((): Values | undefined => draft && { ...initial, ...draft.typed })
  const [seen, setSeen] = useState((): Values => ({ ...initial, ...draft?.seen }))
  const form = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    ...(restored && { values: restored, resetOptions: { keepDefaultValues: true } }),
    ...(resolver && { resolver }),
    mode: 'onTouched',
  })
  const { subscribe, register } = form
  // A refused save focuses the first invalid field in the order of registration. Controlled fields and fields in
  // components of their own would come last.
  for (const field of Object.keys(initial)) register(field as Path<Values>)
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(memberId, formName, { version, seen, values }),
      }),
    [subscribe, memberId, formName, version, seen],
  )

  const clear = () => clearDraft(memberId, formName)
  const discard = () => {
    form.reset()
    setSeen(form.getValues())
    clear()
    // The pressed button disappears with the draft.
    form.setFocus(Object.keys(initial)[0] as Path<Values>)
  }
  const rebase: DraftForm<Values>['rebase'] = (stored, next) => {
    setSeen(next.seen)
    form.reset(stored.values)
    form.reset(next.mine, { keepDefaultValues: true })
    // Drafts saved by `reset` still contain the old base.
    saveDraft(memberId, formName, { version: stored.version, seen: next.seen, values: next.mine })
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
