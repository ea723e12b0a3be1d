import { describe, expect, it } from 'vitest'
import { exitStages, leadStatuses, stageOf, stages, statusLabels } from './lead-status.ts'

describe('a status', () => {
  it.each(stages)('%s is a stage of its own', stage => {
    expect(stageOf(stage)).toBe(stage)
  })

  it.each([
    ['proposta-aceita', 'ganho'],
    ['proposta-recusada', 'perdido'],
    ['em-negociacao', 'negociacao'],
  ] as const)('%s of older data is counted under %s', (status, stage) => {
    expect(stageOf(status)).toBe(stage)
  })

  it('always has a label, and no two have the same', () => {
    const labels = leadStatuses.map(status => statusLabels[status])
    expect(labels.every(Boolean)).toBe(true)
    expect(new Set(labels).size).toBe(11)
  })
})

it('the ways out of the funnel are stages', () => {
  expect(exitStages.every(stage => stages.includes(stage))).toBe(true)
})
