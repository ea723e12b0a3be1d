import type { Lead } from '#contract/leads/leads.ts'
import { formatDateTime, formatDuration } from '#contract/values/dates.ts'

type Stay = Pick<Lead, 'stageSince' | 'isStageSinceExact'>

/** "há 5 dias"; "há mais de 5 dias" if it is unknown when the lead entered its stage. */
export const formatStay = ({ stageSince, isStageSinceExact }: Stay, now: Date): string => {
  const ms = now.getTime() - new Date(stageSince).getTime()
  return ms < 60_000 ? 'agora' : `há ${isStageSinceExact ? '' : 'mais de '}${formatDuration(ms)}`
}

/** "há 5 dias nesta etapa" */
export const formatStageStay = (stay: Stay, now: Date): string => `${formatStay(stay, now)} nesta etapa`

/** "Nesta etapa desde 15/11/2026, 09:00", shown on hover. */
export const formatStageStart = ({ stageSince, isStageSinceExact }: Stay): string =>
  `Nesta etapa desde ${isStageSinceExact ? '' : 'antes de '}${formatDateTime(stageSince)}`
