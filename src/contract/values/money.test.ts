import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from '../zod.ts'
import { formatMinorUnits, formatReais, formatReaisRounded, maxCentavos, toCentavos, toReais } from './money.ts'
import { Reais } from './reais.ts'
import { parsePastedCentavos, parseTypedCentavos } from './typed-money.ts'

/** Intl puts a no-break space after R$. */
const withPlainSpaces = (text: string) => text.replace(/\u00A0/g, ' ')

describe('amount on the wire', () => {
  it.each([0, 0.01, 0.1, 1, 1500.5, 2500.99, 999_999_999.99])('accepts %d', reais => {
    expect(z.safeParse(Reais, reais).data).toBe(reais)
  })

  it.each<[unknown, string]>([
    [-0.01, 'O valor não pode ser negativo'],
    [1_000_000_000, 'O valor máximo é R$ 999.999.999,99'],
    [0.001, 'Use no máximo duas casas decimais'],
    [10.005, 'Use no máximo duas casas decimais'],
    ['10', 'Informe um valor em reais'],
    [null, 'Informe um valor em reais'],
    [undefined, 'Informe um valor em reais'],
    [[10], 'Informe um valor em reais'],
    [Number.NaN, 'Informe um valor em reais'],
    [Number.POSITIVE_INFINITY, 'Informe um valor em reais'],
  ])('rejects %j', (value, message) => {
    expect(z.safeParse(Reais, value).error?.issues[0]?.message).toBe(message)
  })

  it('converts to centavos and back without losing a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxCentavos }), centavos => {
        const reais = toReais(centavos)
        expect(z.safeParse(Reais, reais).success).toBe(true)
        expect(toCentavos(reais)).toBe(centavos)
      }),
    )
  })
})

describe('formatted amounts', () => {
  it.each([
    [0, 'R$ 0,00'],
    [0.5, 'R$ 0,50'],
    [1234.5, 'R$ 1.234,50'],
    [999_999_999.99, 'R$ 999.999.999,99'],
  ])('formats %d as %s', (reais, text) => {
    expect(withPlainSpaces(formatReais(reais))).toBe(text)
  })

  it.each([
    [1234.49, 'R$ 1.234'],
    [1234.5, 'R$ 1.235'],
    [0, 'R$ 0'],
  ])('formats %d as %s in a heading', (reais, text) => {
    expect(withPlainSpaces(formatReaisRounded(reais))).toBe(text)
  })

  it('are written as the browser does', () => {
    const brl = { style: 'currency', currency: 'BRL' } as const
    const exact = new Intl.NumberFormat('pt-BR', brl)
    const rounded = new Intl.NumberFormat('pt-BR', { ...brl, maximumFractionDigits: 0 })
    const centavos = fc.oneof(
      fc.integer({ min: -maxCentavos, max: maxCentavos }),
      fc.integer({ min: -99_999, max: 99_999 }),
    )
    fc.assert(
      fc.property(centavos, amount => {
        const reais = toReais(amount)
        expect(formatReais(reais)).toBe(exact.format(reais))
        expect(formatReaisRounded(reais)).toBe(rounded.format(reais))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('typed digits', () => {
  it.each([
    ['', 0],
    ['0', 0],
    ['5', 5],
    ['123456', 123_456],
    ['R$ 1.234,56', 123_456],
    ['000123', 123],
    ['99999999999', maxCentavos],
    ['999999999991', maxCentavos],
  ])('parses %j as %d centavos', (typed, centavos) => {
    expect(parseTypedCentavos(typed)).toBe(centavos)
  })
})

describe('pasted amounts', () => {
  it.each([
    ['R$ 1.234,56', 123_456],
    ['R$\u00A01.234,56', 123_456],
    ['1234,56', 123_456],
    ['1234,5', 123_450],
    ['1234', 123_400],
    ['1.234', 123_400],
    ['1.234.567', 123_456_700],
    ['1,234.56', 123_456],
    ['12.34', 1234],
    ['0,01', 1],
    ['999.999.999,99', maxCentavos],
    ['1.500', 150_000],
    ['1.234.567,89', 123_456_789],
    ['2500 reais', 250_000],
    ['2.500,00 Reais.', 250_000],
    ['BRL 2500', 250_000],
    ['R$ 2.500/mês', 250_000],
    ['R$ 2.500,00 por mes', 250_000],
    ['2500 mensais', 250_000],
    ['R$ 12.000 ao ano', 1_200_000],
    ['12 mil', 1_200_000],
    ['12 mil reais', 1_200_000],
    ['12mil', 1_200_000],
    ['1,5 mil', 150_000],
    ['1.5 mil', 150_000],
    ['10k', 1_000_000],
    ['R$ 10K', 1_000_000],
    ['2,5k', 250_000],
    ['R$ 1 milhão', 100_000_000],
    ['1,255 milhão de reais', 125_500_000],
    ['2 milhoes', 200_000_000],
    ['R$ 1,2 mi', 120_000_000],
  ])('parses %j as %d centavos', (pasted, centavos) => {
    expect(parsePastedCentavos(pasted)).toBe(centavos)
  })

  it.each([
    ...['', 'abc', '-5', '1,2,3', '1.234.56', '1.234,567', '1,2345', '1.000.000.000', '12x', '1e5', ',50'],
    ...['R$ 10.000.000.000,00', '2 bilhões', '1.000 milhões', '-R$ 5,00', '(500)', '500-'],
    ...['100 a 200', '100-200', '100/200', '100 200', '100\t200', '10x de 500', '3 x 500', '500 + 300'],
    ...['US$ 500', '€ 500', '50%', '12 meses', '1.500 mil', '1,5555 mil', '12 mil e 500', '2500 reias', '12 m'],
    ...['11987654321 Maria', '2500 reais/km'],
  ])('rejects %j', pasted => {
    expect(parsePastedCentavos(pasted)).toBeUndefined()
  })

  it('parses formatted amounts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxCentavos }), centavos => {
        expect(parsePastedCentavos(formatReais(toReais(centavos)))).toBe(centavos)
        expect(parseTypedCentavos(formatReais(toReais(centavos)))).toBe(centavos)
      }),
    )
  })
})

it.each<[number, string, string]>([
  [7900, 'brl', 'R$ 79,00'],
  [-1250, 'BRL', '-R$ 12,50'],
  [0, 'brl', 'R$ 0,00'],
  [123456789, 'usd', 'US$ 1.234.567,89'],
  [500, 'jpy', 'JP¥ 500'],
])('formats %d minor units of %s as %s', (smallestUnits, currency, text) => {
  expect(withPlainSpaces(formatMinorUnits(smallestUnits, currency))).toBe(text)
})
