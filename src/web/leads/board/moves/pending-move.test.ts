import { describe, expect, it } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import { aLead } from '../../testing/a-lead.ts'
import { createMove, isSettled, parseStoredMove, reapplyMove, toStoredMove, undoOf } from './pending-move.ts'

const lead = aLead({ status: 'negociacao', dataProspeccao: '2026-11-01T00:00:00.000Z', version: 3 })
const now = new Date('2026-11-20T22:30:00-03:00')
const today = '2026-11-20T00:00:00.000Z'
const won: Lead = { ...lead, status: 'ganho', dataFechamento: '2026-10-01T00:00:00.000Z', version: 4 }

describe('the closing date of a move', () => {
  it('is today in the user’s time zone when a lead without a date is won', () => {
    expect(createMove(lead, 'ganho', now)).toMatchObject({
      was: { status: 'negociacao', dataFechamento: null },
      now: { status: 'ganho', dataFechamento: today },
    })
    const dated = { ...lead, dataFechamento: won.dataFechamento }
    expect(createMove(dated, 'ganho', now)).toMatchObject({ was: { status: 'negociacao' }, now: { status: 'ganho' } })
    expect(createMove(dated, 'ganho', now).now).not.toHaveProperty('dataFechamento')
  })

  it('is cleared when the lead leaves Ganho, restored by an undo and set again by the next win', () => {
    const leaving = createMove(won, 'negociacao', now)
    expect(leaving.now).toEqual({ status: 'negociacao', dataFechamento: null })
    const left = { ...won, ...leaving.now, version: 5 } as Lead
    expect(undoOf(leaving, left)).toMatchObject({ was: leaving.now, now: leaving.was, version: 5, isUndo: true })
    expect(createMove(left, 'ganho', now).now.dataFechamento).toBe(today)
  })

  it('stays when the lead moves within one stage and outside of Ganho', () => {
    expect(createMove({ ...won, status: 'proposta-aceita' }, 'ganho', now).now).toEqual({ status: 'ganho' })
    expect(createMove({ ...lead, dataFechamento: today }, 'perdido', now).now).toEqual({ status: 'perdido' })
  })
})

describe('a conflicting move', () => {
  it('can be reapplied to the server’s current lead', () => {
    const current = { ...won, status: 'perdido', version: 9 } as Lead
    expect(reapplyMove(createMove(lead, 'ganho', now), current, now)).toMatchObject({
      was: { status: 'perdido' },
      now: { status: 'ganho' },
      version: 9,
    })
    const undo = undoOf(createMove(lead, 'ganho', now), won)
    expect(reapplyMove(undo, current, now)).toMatchObject({
      was: { status: 'perdido', dataFechamento: won.dataFechamento },
      now: { status: 'negociacao', dataFechamento: null },
      isUndo: true,
    })
  })

  it('is settled when the lead has the target stage; an undo also needs the date', () => {
    expect(isSettled(createMove(lead, 'ganho', now), won)).toBe(true)
    expect(isSettled(createMove(lead, 'perdido', now), won)).toBe(false)
    const undo = undoOf(createMove(won, 'negociacao', now), { ...lead, version: 5 })
    expect(isSettled(undo, won)).toBe(true)
    expect(isSettled(undo, { ...won, dataFechamento: today })).toBe(false)
  })
})

describe('a stored move', () => {
  it('contains the fields to send and no personal data', () => {
    const move = createMove(lead, 'ganho', now)
    const kept = JSON.stringify(toStoredMove(move))
    for (const personal of [lead.nome, lead.email, lead.telefone]) expect(kept).not.toContain(personal)
    const { lead: _, ...sendable } = move
    expect(parseStoredMove(JSON.parse(kept))).toEqual(sendable)
  })

  it('from the first release, with the whole lead, is parsed', () => {
    expect(parseStoredMove({ lead, to: 'ganho', dataFechamento: today })).toEqual({
      id: lead._id,
      version: 3,
      was: { status: 'negociacao', dataFechamento: null },
      now: { status: 'ganho', dataFechamento: today },
    })
    expect(parseStoredMove({ lead, to: 'perdido', isUndo: true })).toMatchObject({
      was: { status: 'negociacao' },
      isUndo: true,
    })
  })

  it.each([
    null,
    1,
    'x',
    {},
    { lead: {} },
    { lead, to: 'vendido' },
    { id: lead._id, version: 1, now: { status: 'x' } },
  ])('is undefined for invalid data: %j', value => {
    expect(parseStoredMove(value)).toBeUndefined()
  })
})
