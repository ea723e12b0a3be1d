import { expect, it } from 'vitest'
import type { ColumnReading } from '#contract/spreadsheets/import.ts'
import { toCentavosOf, toDate, toPhone, toStatus, toText } from './convert-value.ts'
import type { Cell } from './read-text.ts'

it.each<[cell: Cell, reading: ColumnReading, centavos: number | string]>([
  ['1.500', 'br', 150_000],
  ['1500', 'br', 150_000],
  ['R$ 1.234,56', 'br', 123_456],
  ['R$\u00a01.234,56', 'br', 123_456],
  ['1.234.567,89', 'br', 123_456_789],
  ['1234,5', 'br', 123_450],
  ['-', 'br', 0],
  [1234.56, 'br', 123_456],
  [0.1 + 0.2, 'br', 30],
  ['1,234.56', 'us', 123_456],
  ['$1,500', 'us', 150_000],
  ['1500.5', 'us', 150_050],
  // Impossible in the reading of the column: invalid, never guessed.
  ['1500.5', 'br', 'Valor não reconhecido: 1500.5 (esperado: 1.234,56)'],
  ['1,234.56', 'br', 'Valor não reconhecido: 1,234.56 (esperado: 1.234,56)'],
  ['1.234,56', 'us', 'Valor não reconhecido: 1.234,56 (esperado: 1,234.56)'],
  ['1.23.456', 'br', 'Valor não reconhecido: 1.23.456 (esperado: 1.234,56)'],
  ['a combinar', 'br', 'Valor não reconhecido: a combinar (esperado: 1.234,56)'],
  ['-50,00', 'br', 'O valor não pode ser negativo: -50,00'],
  [-50, 'br', 'O valor não pode ser negativo'],
  ['10.000.000.000', 'br', 'O valor passa de R$\u00a0999.999.999,99'],
])('the value %j in a column read as %s becomes %j', (cell, reading, expected) => {
  expect(toCentavosOf(cell, reading)).toEqual(typeof expected === 'number' ? { value: expected } : { reason: expected })
})

it.each<[cell: Cell, reading: ColumnReading, date: string]>([
  ['31/12/2025', 'dmy', '2025-12-31'],
  ['03/04/2026', 'dmy', '2026-04-03'],
  ['3.4.26', 'dmy', '2026-04-03'],
  ['05/03/2026 14:30', 'dmy', '2026-03-05'],
  ['12/31/2025', 'mdy', '2025-12-31'],
  ['2026-11-20', 'mdy', '2026-11-20'],
  ['2026-11-20T03:00:00Z', 'dmy', '2026-11-20'],
  ['20 de novembro de 2026', 'dmy', '2026-11-20'],
  ['1º mar. 2026', 'dmy', '2026-03-01'],
  // Serial numbers of Excel.
  [46_346, 'dmy', '2026-11-20'],
  ['46346', 'dmy', '2026-11-20'],
  [46_346.75, 'dmy', '2026-11-20'],
  ['29/02/2024', 'dmy', '2024-02-29'],
  ['12/31/2025', 'dmy', 'Esta data não existe: 12/31/2025'],
  ['31/12/2025', 'mdy', 'Esta data não existe: 31/12/2025'],
  ['29/02/2025', 'dmy', 'Esta data não existe: 29/02/2025'],
  ['amanhã', 'dmy', 'Data não reconhecida: amanhã (esperado: 31/12/2026)'],
  [7, 'dmy', 'Data não reconhecida: 7 (esperado: 31/12/2026)'],
])('the date %j in a column read as %s becomes %j', (cell, reading, expected) => {
  expect(toDate(cell, reading)).toEqual(/^\d{4}-\d\d-\d\d$/.test(expected) ? { value: expected } : { reason: expected })
})

it.each<[cell: Cell, phone: string]>([
  [11_987_654_321, '11987654321'],
  [1.1987654321e10, '11987654321'],
  ['1.1987654321E10', '11987654321'],
  ['1,1987654321E+10', '11987654321'],
  ['011 98765-4321', '011 98765-4321'],
  [`'+55 11 98765-4321`, '+55 11 98765-4321'],
  ['1,19877E+10', 'O Excel abreviou o telefone (1,19877E+10): formate a coluna como Texto'],
])('the phone %j becomes %j', (cell, expected) => {
  expect(toPhone(cell)).toEqual(expected.startsWith('O ') ? { reason: expected } : { value: expected })
})

it.each([
  ['Fechado', 'ganho'],
  ['Ganho (Fechou)', 'ganho'],
  ['PROPOSTA ENVIADA', 'proposta-enviada'],
  ['proposta-aceita', 'proposta-aceita'],
  ['Em negociação', 'em-negociacao'],
  ['Nurturing / Reengajar', 'nurturing'],
  ['Aguardando', undefined],
])('the stage %j becomes %j', (cell, status) => {
  expect(toStatus(cell)).toBe(status)
})

it.each([
  [`'=1+1`, '=1+1'],
  [`''+x`, `'+x`],
  [`'quoted'`, `'quoted'`],
  [1500.5, '1500,5'],
  [12_345_678_901_234, '12345678901234'],
  [null, ''],
])('the text %j becomes %j', (cell, text) => {
  expect(toText(cell)).toBe(text)
})
