import type { Lead } from '#contract/leads/leads.ts'
import { formatDuration } from '#contract/values/dates.ts'

/** "há 5 dias nesta etapa"; "há mais de 5 dias nesta etapa" if it is unknown when the lead entered the stage. */
export const formatStageStay = (
  { stageSince, isStageSinceExact }: Pick<Lead, 'stageSince' | 'isStageSinceExact'>,
  now: Date,
): string => {
  const ms = now.getTime() - new Date(stageSince).getTime()
  if (ms < 60_000) return 'agora nesta etapa'
  return `há ${isStageSinceExact ? '' : 'mais de '}${formatDuration(ms)} nesta etapa`
}
