import { expect, it } from 'vitest'
import type { NextStep } from '#contract/leads/next-step.ts'
import { describeNextStep, isStepLate } from './next-step-text.ts'

const now = new Date('2026-11-20T23:30:00-03:00')
const step = (some: Partial<NextStep>): NextStep => ({
  kind: 'ligar',
  day: '2026-11-20',
  time: null,
  texto: null,
  ...some,
})

it.each([
  [{}, 'Ligar: hoje', false],
  [{ time: '14:30' }, 'Ligar: hoje, 14:30', false],
  [{ day: '2026-11-21', kind: 'email' as const }, 'E-mail: amanhã', false],
  [{ day: '2026-12-05' }, 'Ligar: 05/12', false],
  [{ day: '2027-01-05', time: '09:00' }, 'Ligar: 05/01/2027, 09:00', false],
  [{ day: '2026-11-19', time: '14:30' }, 'Ligar: atraso de 1 dia', true],
  [{ day: '2026-11-01', kind: 'visita' as const }, 'Visita: atraso de 19 dias', true],
])('%j is shown as "%s" (late: %s)', (some, text, isLate) => {
  expect([describeNextStep(step(some), now), isStepLate(step(some), now)]).toEqual([text, isLate])
})
