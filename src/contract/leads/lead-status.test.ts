import { describe, expect, it } from 'vitest'
import { exitStages, leadStatuses, stageOf, stages, statusLabels } from './lead-status.ts'

describe('status', () => {
  it.each(stages)('%s is a stage', stage => {
    expect(stageOf(stage)).toBe(stage)
  })

  it.each([
    ['proposta-aceita', 'ganho'],
    ['proposta-recusada', 'perdido'],
    ['em-negociacao', 'negociacao'],
  ] as const)('legacy status %s is counted under %s', (status, stage) => {
    expect(stageOf(status)).toBe(stage)
  })

  it('labels exist for every status and are unique', () => {
    const labels = leadStatuses.map(status => statusLabels[status])
    expect(labels.every(Boolean)).toBe(true)
    expect(new Set(labels).size).toBe(11)
  })
})

it('exit stages are stages', () => {
  expect(exitStages.every(stage => stages.includes(stage))).toBe(true)
})
