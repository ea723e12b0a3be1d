import { useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { forgetDraft, readDraft, writeDraft } from './draft.ts'
import { useUser } from './session.tsx'

interface KeptForm<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** What each field showed when what stands in it was written. */
  seen: Values
  /** The form began with what had been typed before; `discard` goes back to what it would else begin with. */
  isRecovered: boolean
  /** The version that the recovered draft was written over. */
  recoveredVersion: number | undefined
  discard: () => void
  /** To be called when the form is saved or left by choice. */
  forget: () => void
  /** Goes on over newer stored values, with other values in the fields and another view of what they were written over. */
  goOn: (stored: { values: Values; version: number }, next: { seen: Values; mine: Values }) => void
}

/**
 * A form in which nothing typed is lost: not to a reload and not to a session that ends. `what` tells it from others,
 * `version` is that of `initial`. What is recovered stands in the fresh values, whatever else has changed in them.
 */
export const useKeptForm = <Values extends FieldValues>(
  what: string,
  initial: Values,
  resolver: Resolver<Values>,
  version?: number,
): KeptForm<Values> => {
  const { _id: userId } = useUser()
  const [draft] = useState(() => readDraft(userId, what, initial))
  const [recovered] = useState((): Values | undefined => draft && { ...initial, ...draft.typed })
  const [seen, setSeen] = useState((): Values => ({ ...initial, ...draft?.seen }))
  const form = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    ...(recovered && { values: recovered, resetOptions: { keepDefaultValues: true } }),
    resolver,
    mode: 'onTouched',
  })
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => writeDraft(userId, what, { version, seen, values }),
      }),
    [subscribe, userId, what, version, seen],
  )

  const forget = () => forgetDraft(userId, what)
  const discard = () => {
    form.reset()
    setSeen(form.getValues())
    forget()
    // What was pressed goes away with what it discarded.
    form.setFocus(Object.keys(initial)[0] as Path<Values>)
  }
  const goOn: KeptForm<Values>['goOn'] = (stored, next) => {
    setSeen(next.seen)
    form.reset(stored.values)
    form.reset(next.mine, { keepDefaultValues: true })
    // What was written on the way here knew only the old view.
    writeDraft(userId, what, { version: stored.version, seen: next.seen, values: next.mine })
  }
  return {
    form,
    seen,
    isRecovered: draft !== undefined && form.formState.isDirty,
    recoveredVersion: draft?.version,
    discard,
    forget,
    goOn,
  }
}
