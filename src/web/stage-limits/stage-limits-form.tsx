import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { OpenStage } from '#contract/leads/lead-status.ts'
import { statusLabels } from '#contract/leads/lead-status.ts'
import { LimitDays } from '#contract/stage-limits/limit-days.ts'
import type { StageLimit } from '#contract/stage-limits/stage-limits.ts'
import { z } from '#contract/zod.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { changeStageLimits, stageLimitsQuery } from './api.ts'

const hintOf = ({ learnedDays }: StageLimit): string => {
  if (learnedDays === null) return 'Em branco: sem limite. Ainda há poucos leads ganhos para aprender.'
  const days = learnedDays === 1 ? '1 dia útil' : `${learnedDays} dias úteis`
  return `Em branco: ${days}, como em 3 de cada 4 leads que você ganhou.`
}

type Texts = Partial<Record<OpenStage, string>>

const toTexts = (limits: readonly StageLimit[]): Texts =>
  Object.fromEntries(limits.map(({ stage, days }) => [stage, days === null ? '' : String(days)]))

/** Parses the typed limits. An empty text returns to the learned limit. */
const parseTexts = (texts: Texts) => {
  const days: Partial<Record<OpenStage, number | null>> = {}
  const errors: Texts = {}
  for (const [stage, text] of Object.entries(texts) as [OpenStage, string][]) {
    const parsed = z.safeParse(LimitDays, text.trim() === '' ? 1 : Number(text))
    if (!parsed.success) errors[stage] = parsed.error.issues[0]?.message ?? ''
    else days[stage] = text.trim() === '' ? null : parsed.data
  }
  return { days, errors }
}

export const StageLimitsForm = ({ limits }: { limits: readonly StageLimit[] }) => {
  const queryClient = useQueryClient()
  const [texts, setTexts] = useState(() => toTexts(limits))
  const [errors, setErrors] = useState<Texts>({})
  const saving = useMutation({
    mutationFn: changeStageLimits,
    networkMode: 'always',
    onSuccess: saved => {
      toast.success({ title: 'Limites atualizados' })
      queryClient.setQueryData(stageLimitsQuery.queryKey, saved)
      // Other leads stand still now.
      return queryClient.invalidateQueries()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { days, errors } = parseTexts(texts)
    setErrors(errors)
    if (Object.keys(errors).length === 0) saving.mutate(days)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FailureNotice title="Os limites não foram salvos" error={saving.error} />
      {limits.map(limit => (
        <TextField
          key={limit.stage}
          label={statusLabels[limit.stage]}
          inputMode="numeric"
          maxLength={3}
          hint={hintOf(limit)}
          error={errors[limit.stage]}
          value={texts[limit.stage] ?? ''}
          onChange={({ target }) => setTexts(before => ({ ...before, [limit.stage]: target.value }))}
        />
      ))}
      <div>
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {saving.isPending ? 'Salvando...' : 'Salvar'}
        </Button>
      </div>
    </form>
  )
}
