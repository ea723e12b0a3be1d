import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundary, periodAt } from './calendar.ts'
import { parseCard, parseExpiry, passesLuhn } from './card-form.ts'
import { prorate } from './proration.ts'
import { nextAttemptAfter } from './retry-schedule.ts'
import { parseTaxId } from './tax-number.ts'
import { testCards } from './test-cards.ts'

const day = (text: string) => Date.parse(`${text}T12:34:56Z`) / 1000
const asDay = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
const moments = fc.integer({ min: day('2020-01-01'), max: day('2040-12-31') })

describe('the calendar', () => {
  it.each([
    ['2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30']],
    ['2028-01-31', ['2028-02-29', '2028-03-31', '2028-04-30']],
    ['2026-11-30', ['2026-12-30', '2027-01-30', '2027-02-28']],
  ])('preserves the day of %s in every month that has it', (anchor, expected) => {
    expect([1, 2, 3].map(n => asDay(boundary(day(anchor), 'month', 1, n)))).toEqual(expected)
  })

  it('advances one month at a time and preserves the time of day', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 240 }), (anchor, n) => {
        const here = boundary(anchor, 'month', 1, n)
        const next = boundary(anchor, 'month', 1, n + 1)
        const monthOf = (seconds: number) =>
          new Date(seconds * 1000).getUTCFullYear() * 12 + new Date(seconds * 1000).getUTCMonth()
        expect(monthOf(next) - monthOf(here)).toBe(1)
        expect(here % 86_400).toBe(anchor % 86_400)
        expect(new Date(here * 1000).getUTCDate()).toBeLessThanOrEqual(new Date(anchor * 1000).getUTCDate())
      }),
    )
  })

  it('finds the period of any timestamp, without gaps', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 5 * 365 * 86_400 }), (anchor, later) => {
        const { start, end } = periodAt(anchor, 'month', 1, anchor + later)
        expect(start).toBeLessThanOrEqual(anchor + later)
        expect(end).toBeGreaterThan(anchor + later)
        expect(periodAt(anchor, 'month', 1, end).start).toBe(end)
      }),
    )
  })
})

describe('proration', () => {
  const change = fc.record({
    oldAmount: fc.integer({ min: 0, max: 1_000_000 }),
    newAmount: fc.integer({ min: 0, max: 1_000_000 }),
    start: fc.constant(1_000_000),
    length: fc.integer({ min: 3600, max: 31 * 86_400 }),
    used: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  it('returns whole cents, credits at most the old price and charges at most the new one', () => {
    fc.assert(
      fc.property(change, ({ oldAmount, newAmount, start, length, used }) => {
        const { credit, debit } = prorate({
          oldAmount,
          newAmount,
          start,
          end: start + length,
          at: start + Math.floor(length * used),
        })
        expect(Number.isInteger(credit) && Number.isInteger(debit)).toBe(true)
        expect(-credit).toBeLessThanOrEqual(oldAmount)
        expect(debit).toBeLessThanOrEqual(newAmount)
        expect(credit <= 0 && debit >= 0).toBe(true)
      }),
    )
  })

  it('costs nothing for a change and its reversal, and the difference for a whole period', () => {
    fc.assert(
      fc.property(change, ({ oldAmount, newAmount, start, length, used }) => {
        const at = start + Math.floor(length * used)
        const there = prorate({ oldAmount, newAmount, start, end: start + length, at })
        const back = prorate({ oldAmount: newAmount, newAmount: oldAmount, start, end: start + length, at })
        expect(there.credit + there.debit + back.credit + back.debit).toBe(0)
        const whole = prorate({ oldAmount, newAmount, start, end: start + length, at: start })
        expect(whole.credit + whole.debit).toBe(newAmount - oldAmount)
      }),
    )
  })
})

describe('cards and numbers', () => {
  it('retries a failed charge after three, five and seven days, then stops', () => {
    expect([1, 2, 3, 4].map(n => nextAttemptAfter(n, 0))).toEqual([259_200, 432_000, 604_800, null])
  })

  it('lists only card numbers with a valid check digit', () => {
    expect(Object.keys(testCards).filter(digits => !passesLuhn(digits))).toEqual([])
    expect(passesLuhn('4242424242424241')).toBe(false)
  })

  it.each([
    ['12/34', { month: 12, year: 2034 }],
    ['1 / 2027', { month: 1, year: 2027 }],
    ['11/26', { month: 11, year: 2026 }],
    ['10/26', undefined],
    ['13/30', undefined],
    ['1230', undefined],
  ])('parses the expiry %s', (text, expected) => {
    expect(parseExpiry(text, new Date('2026-11-21T00:00:00Z'))).toEqual(expected)
  })

  it('parses CPF, CNPJ and alphanumeric CNPJ, and rejects wrong check digits', () => {
    expect(parseTaxId('52998224725')).toEqual({ type: 'br_cpf', value: '529.982.247-25' })
    expect(parseTaxId('11.222.333/0001-81')).toEqual({ type: 'br_cnpj', value: '11.222.333/0001-81' })
    expect(parseTaxId('12.ABC.345/01DE-35')).toEqual({ type: 'br_cnpj', value: '12.ABC.345/01DE-35' })
    expect(parseTaxId('52998224724')).toBeUndefined()
    expect(parseTaxId('111.111.111-11')).toBeUndefined()
  })

  it('returns only the last four digits of a card number', () => {
    const result = parseCard(
      { number: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Maria' },
      new Date('2026-11-21'),
    )
    expect(JSON.stringify(result)).not.toContain('42424242')
    expect(result).toMatchObject({ card: { last4: '4242', brand: 'visa' } })
  })
})
