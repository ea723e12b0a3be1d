import { expect, it } from 'vitest'
import { formatDateTime } from '#contract/values/dates.ts'
import { formatStageStart, formatStageStay } from './stage-stay.ts'

const now = new Date('2026-11-20T12:00:00Z')

it.each([
  ['2026-11-20T12:00:05Z', true, 'agora nesta etapa'],
  ['2026-11-20T11:59:01Z', false, 'agora nesta etapa'],
  ['2026-11-20T11:15:00Z', true, 'há 45 min nesta etapa'],
  ['2026-11-20T02:00:00Z', true, 'há 10 h nesta etapa'],
  ['2026-11-19T11:00:00Z', true, 'há 1 dia nesta etapa'],
  ['2026-11-15T12:00:00Z', true, 'há 5 dias nesta etapa'],
  ['2026-11-15T12:00:00Z', false, 'há mais de 5 dias nesta etapa'],
  ['2022-01-15T12:00:00Z', true, 'há 1.770 dias nesta etapa'],
])('a stay since %s (exact: %s) is shown as "%s"', (stageSince, isStageSinceExact, text) => {
  expect(formatStageStay({ stageSince, isStageSinceExact }, now)).toBe(text)
})

it.each([
  [true, 'Nesta etapa desde '],
  [false, 'Nesta etapa desde antes de '],
])('the start of a stay (exact: %s) is shown after "%s"', (isStageSinceExact, text) => {
  const stageSince = '2026-11-15T12:00:00Z'
  expect(formatStageStart({ stageSince, isStageSinceExact })).toBe(`${text}${formatDateTime(stageSince)}`)
})
