import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OpenStage, openStages, statusLabels } from '#contract/leads/lead-status.ts'
import { LimitDays } from '#contract/stage-limits/limit-days.ts'
import type { StageLimit } from '#contract/stage-limits/stage-limits.ts'
import { z } from '#contract/zod.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useSettingForm } from '#web/forms/use-setting-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { changeStageLimits, type StageDays, stageLimitsQuery } from './api.ts'

const hintOf = ({ learnedDays }: StageLimit): string => {
  if (learnedDays === null) return 'Em branco: sem limite. Ainda há poucos leads ganhos para aprender.'
  const days = learnedDays === 1 ? '1 dia útil' : `${learnedDays} dias úteis`
  return `Em branco: ${days}, como em 3 de cada 4 leads que você ganhou.`
}

type Texts = Record<OpenStage, string>

const toTexts = (daysOf: (stage: OpenStage) => number | null | undefined): Texts =>
  Object.fromEntries(openStages.map(stage => [stage, String(daysOf(stage) ?? '')])) as Texts

const textsOf = (limits: readonly StageLimit[]): Texts =>
  toTexts(stage => limits.find(limit => limit.stage === stage)?.days)

const parseText = (text: string) => z.safeParse(LimitDays, text.trim() === '' ? 1 : Number(text))

const resolver = (texts: Texts) => {
  const errors = Object.fromEntries(
    openStages.flatMap(stage => {
      const { error } = parseText(texts[stage])
      return error ? [[stage, { type: 'limit', message: error.issues[0]?.message ?? '' }]] : []
    }),
  )
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: texts, errors: {} }
}

/** An empty text returns to the learned limit. */
const toDays = (texts: Texts): StageDays =>
  Object.fromEntries(openStages.map(stage => [stage, texts[stage].trim() === '' ? null : Number(texts[stage])]))

export const StageLimitsForm = ({ limits }: { limits: readonly StageLimit[] }) => {
  const queryClient = useQueryClient()
  const [initial] = useState(() => textsOf(limits))
  // Other leads stand still afterwards, so everything is fetched again.
  const setting = useSettingForm({
    draftName: 'limites',
    initial,
    resolver,
    toBody: toDays,
    toValues: stored => toTexts(stage => stored[stage]),
    save: changeStageLimits,
    done: 'Limites atualizados',
    toSaved: textsOf,
    onSaved: saved => queryClient.setQueryData(stageLimitsQuery.queryKey, saved),
  })
  const { saving } = setting
  const { register, formState } = setting.form
  return (
    <form noValidate onSubmit={setting.submit} className="grid gap-4">
      {setting.isRestored && !saving.isError && <RestoredDraftNotice onDiscard={setting.discard} />}
      <FailureNotice title="Os limites não foram salvos" error={saving.error} />
      {limits.map(limit => (
        <TextField
          key={limit.stage}
          label={statusLabels[limit.stage]}
          inputMode="numeric"
          maxLength={3}
          hint={hintOf(limit)}
          error={formState.errors[limit.stage]?.message}
          {...register(limit.stage)}
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
