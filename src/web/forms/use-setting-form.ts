import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues, Path, Resolver } from 'react-hook-form'
import { refetchAfterWrite } from '#web/lib/requests/query-client.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { applyServerErrors } from './apply-server-errors.ts'
import { saveOver } from './save-over.ts'
import { changedByBoth, mergeTyped, storedOf } from './seen-values.ts'
import { useDraftForm } from './use-draft-form.ts'

interface SettingForm<Values extends FieldValues, Body, Saved> {
  draftName: string
  /** What the form shows of what is stored. */
  initial: Values
  resolver?: Resolver<Values>
  toBody: (values: Values) => Body
  /** What the form shows of what a `stale_setting` found stored. */
  toValues: (stored: Body) => Values
  /** Saves over `was`, what the form had shown. */
  save: (body: Body, was: Body) => Promise<Saved>
  /** What is said after the save. */
  done: string | ((saved: Saved) => string)
  queryKey?: QueryKey
  onSaved?: (saved: Saved) => void
  /** Of a form that stays open: what it shows of what was saved. */
  toSaved?: (saved: Saved) => Values
  /** How a stored value is named beside its field. */
  describe?: (values: Values, field: keyof Values & string) => string
}

interface Save<Values> {
  values: Values
  seen: Values
  /** What an earlier save may have stored, if its response was lost. */
  sent: Values | undefined
}

const asText = (value: unknown): string => (value === '' ? 'em branco' : `“${String(value)}”`)

/**
 * A form of what several people may set. Its input outlives a failed save, a reload and an expired session. If others have
 * changed a field meanwhile, the form says what is stored now, and only the next save replaces it.
 */
export const useSettingForm = <Values extends FieldValues, Body extends object, Saved>({
  draftName,
  initial,
  resolver,
  toBody,
  toValues,
  save,
  done,
  queryKey,
  onSaved,
  toSaved,
  describe = (values, field) => asText(values[field]),
}: SettingForm<Values, Body, Saved>) => {
  const queryClient = useQueryClient()
  const draft = useDraftForm<Values>(draftName, initial, resolver)
  const [sent, setSent] = useState<Values>()
  const { form, seen } = draft
  const names = Object.keys(initial) as (Path<Values> & keyof Values & string)[]

  const saving = useMutation({
    mutationFn: ({ values, seen, sent }: Save<Values>) =>
      saveOver(
        was => save(toBody(values), toBody(was)),
        { was: seen, sent },
        (sent, error) => {
          const found = storedOf(error)
          return found !== undefined && changedByBoth(sent, values, toValues(found as Body)).length === 0
        },
      ),
    networkMode: 'always',
    onSuccess: (saved, { values }) => {
      draft.clear()
      setSent(undefined)
      if (toSaved) {
        const stored = toSaved(saved)
        draft.rebase({ values: stored }, { seen: stored, mine: mergeTyped(values, form.getValues(), stored) })
      }
      toast.success({ title: typeof done === 'string' ? done : done(saved) })
      onSaved?.(saved)
    },
    onError: (error, { seen }) => {
      applyServerErrors(error, names, form.setError)
      const found = storedOf(error)
      if (!found) return
      const stored = toValues(found as Body)
      const mine = form.getValues()
      const conflicts = changedByBoth(seen, mine, stored) as typeof names
      draft.rebase({ values: stored }, { seen: stored, mine: mergeTyped(seen, mine, stored) })
      setSent(undefined)
      for (const field of conflicts)
        form.setError(
          field,
          {
            type: 'server',
            message: `Enquanto isso, mudou para ${describe(stored, field)}. Salve de novo para trocar pelo que você escreveu.`,
          },
          { shouldFocus: field === conflicts[0] },
        )
    },
    onSettled: (_saved, error) => refetchAfterWrite(queryClient, queryKey, error),
  })
  const submit = form.handleSubmit(() => {
    if (saving.isPending) return
    const values = form.getValues()
    setSent(values)
    saving.mutate({ values, seen, sent })
  })
  return { ...draft, saving, submit }
}
