import { describe, expect, it } from 'vitest'
import { formatTaxNumber, parseTaxNumber } from './tax-number.ts'

describe('a CPF or CNPJ', () => {
  it.each([
    ['529.982.247-25', 'cpf', '52998224725'],
    ['52998224725', 'cpf', '52998224725'],
    [' 11.222.333/0001-81 ', 'cnpj', '11222333000181'],
    ['00.000.000/0001-91', 'cnpj', '00000000000191'],
    // Published by the Receita Federal as the example of a CNPJ with letters.
    ['12.ABC.345/01DE-35', 'cnpj', '12ABC34501DE35'],
    ['12abc34501de35', 'cnpj', '12ABC34501DE35'],
  ])('%s is accepted', (text, kind, value) => {
    expect(parseTaxNumber(text)).toEqual({ kind, value })
  })

  it.each([
    '',
    '529.982.247-26',
    '111.111.111-11',
    '11.222.333/0001-82',
    '00.000.000/0000-00',
    '12.ABC.345/01DE-3A',
    '12.ABC.345/01DF-35',
    '5299822472',
    '529982247255',
    '12ÁBC34501DE35',
    'AAAAAAAAAAAAAA',
  ])('"%s" is rejected', text => {
    expect(parseTaxNumber(text)).toBeUndefined()
  })

  it('with a wrong check digit is rejected', () => {
    const numbers = ['52998224725', '11222333000181', '12ABC34501DE35']
    for (const number of numbers) {
      const base = number.slice(0, -2)
      const right = Array.from({ length: 100 }, (_, digits) => base + String(digits).padStart(2, '0'))
      expect(right.filter(text => parseTaxNumber(text) !== undefined)).toEqual([number])
    }
  })

  it.each(['529.982.247-25', '11.222.333/0001-81', '12.ABC.345/01DE-35'])('%s is shown with its punctuation', text => {
    expect(formatTaxNumber(parseTaxNumber(text)?.value ?? '')).toBe(text)
  })
})
