import { type NextStep, stepLabels } from '#contract/leads/next-step.ts'
import { formatDate, type PlainDate, toLocalDate } from '#contract/values/dates.ts'

const dayMs = 24 * 60 * 60 * 1000
const daysBetween = (from: PlainDate, to: PlainDate): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** Returns whether the day of the step has passed. */
export const isStepLate = ({ day }: NextStep, now: Date): boolean => day < toLocalDate(now)

const formatDay = (day: PlainDate, today: PlainDate): string => {
  const days = daysBetween(today, day)
  if (days === 0) return 'hoje'
  if (days === 1) return 'amanhã'
  return day.slice(0, 4) === today.slice(0, 4) ? formatDate(day).slice(0, 5) : formatDate(day)
}

/** "Ligar: amanhã, 14:30" or "Visita: atraso de 3 dias": says with words, not only by color, that a step is late. */
export const describeNextStep = (step: NextStep, now: Date): string => {
  const today = toLocalDate(now)
  const late = daysBetween(step.day, today)
  const time = step.time ? `, ${step.time}` : ''
  if (late > 0) return `${stepLabels[step.kind]}: atraso de ${late === 1 ? '1 dia' : `${late} dias`}`
  return `${stepLabels[step.kind]}: ${formatDay(step.day, today)}${time}`
}

export const noNextStep = 'Sem próximo passo'
