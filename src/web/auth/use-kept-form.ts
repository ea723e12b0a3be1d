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
  /** The form began with what had been typed before; `discard` goes back to what it would else begin with. */
  isRecovered: boolean
  discard: () => void
  /** To be called when the form is saved or left by choice. */
  forget: () => void
}

/** A form in which nothing typed is lost: not to a reload and not to a session that ends. `what` tells it from others. */
export const useKeptForm = <Values extends FieldValues>(
  what: string,
  initial: Values,
  resolver: Resolver<Values>,
): KeptForm<Values> => {
  const { _id: userId } = useUser()
  const [draft] = useState(() => readDraft(userId, what, initial))
  const form = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    ...(draft && { values: draft, resetOptions: { keepDefaultValues: true } }),
    resolver,
    mode: 'onTouched',
  })
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(userId, what, values) }),
    [subscribe, userId, what],
  )

  const forget = () => forgetDraft(userId, what)
  const discard = () => {
    form.reset()
    forget()
    // What was pressed goes away with what it discarded.
    form.setFocus(Object.keys(initial)[0] as Path<Values>)
  }
  return { form, isRecovered: draft !== undefined && form.formState.isDirty, discard, forget }
}
