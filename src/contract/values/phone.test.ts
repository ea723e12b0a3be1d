import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatFinishedPhone, formatPhone, formatTypedPhone, parsePhones, toWhatsappNumber } from './phone.ts'

const dialledOf = (phone: string) => parsePhones(phone).flatMap(({ dial }) => dial ?? [])

it.each<[typed: string, shown: string, dialled: string[]]>([
  ['11987654321', '(11) 98765-4321', ['11987654321']],
  ['1133334444', '(11) 3333-4444', ['1133334444']],
  ['(11) 98765-4321', '(11) 98765-4321', ['11987654321']],
  ['11 - 9.8765.4321', '(11) 98765-4321', ['11987654321']],
  ['011 98765-4321', '(11) 98765-4321', ['11987654321']],
  // 55 is also an area code.
  ['55987654321', '(55) 98765-4321', ['55987654321']],
  // With the country code.
  ['+55 11 98765-4321', '(11) 98765-4321', ['+5511987654321']],
  ['(+55) 11 98765-4321', '(11) 98765-4321', ['+5511987654321']],
  ['+55 (0) 11 3333-4444', '(11) 3333-4444', ['+551133334444']],
  ['5511987654321', '(11) 98765-4321', ['+5511987654321']],
  ['551133334444', '(11) 3333-4444', ['+551133334444']],
  ['+55 55 98765-4321', '(55) 98765-4321', ['+5555987654321']],
  // With a carrier code.
  ['0 15 11 98765-4321', '015 (11) 98765-4321', ['01511987654321']],
  ['0xx11 98765-4321', '0xx(11) 98765-4321', ['11987654321']],
  // Numbers without an area code.
  ['0800 123 4567', '0800 123 4567', ['08001234567']],
  ['08001234567', '0800 123 4567', ['08001234567']],
  ['0800 70 1234', '0800 70 1234', ['0800701234']],
  ['0300-123-4567', '0300 123 4567', ['03001234567']],
  ['4004-1234', '4004-1234', ['40041234']],
  ['98765-4321', '98765-4321', ['987654321']],
  ['190', '190', ['190']],
  ['10331', '10331', ['10331']],
  // Foreign numbers are recognized only with a plus.
  ['+351 912 345 678', '+351 912 345 678', ['+351912345678']],
  ['+1 202 555 0143 99', '+1 202 555 0143 99', ['+1202555014399']],
  ['351 912 345 678', '351 912 345 678', []],
  ['1 202 555 0143', '1 202 555 0143', []],
  // Extensions are not dialed.
  ['11 3333-4444 ramal 22', '(11) 3333-4444 ramal 22', ['1133334444']],
  ['(11) 3333-4444 - 22', '(11) 3333-4444 - 22', ['1133334444']],
  ['1133334444/5555', '(11) 3333-4444/5555', ['1133334444']],
  ['ramal 12', 'ramal 12', []],
  // Several numbers.
  ['1133334444 / 11987654321', '(11) 3333-4444 / (11) 98765-4321', ['1133334444', '11987654321']],
  ['1133334444 11987654321', '(11) 3333-4444 (11) 98765-4321', ['1133334444', '11987654321']],
  ['3333-4444 ou 98765-4321', '3333-4444 ou 98765-4321', ['33334444', '987654321']],
  // Words, and digits that are no phone number.
  ['Ana 11987654321 (manhã)', 'Ana (11) 98765-4321 (manhã)', ['11987654321']],
  ['não tem', 'não tem', []],
  ['-', '-', []],
  ['sala 190', 'sala 190', []],
  ['(10) 98765-4321', '(10) 98765-4321', []],
  ['119876543210', '119876543210', []],
  ['', '', []],
])('formats %j as %j and dials %j', (phone, shown, dialled) => {
  expect(formatPhone(phone)).toBe(shown)
  expect(dialledOf(phone)).toEqual(dialled)
})

/** Types a text character by character. */
const typePhone = (text: string): string =>
  [...text].reduce((shown, character) => formatTypedPhone(shown + character), '')

it.each<[typed: string, shown: string]>([
  ['11', '11'],
  ['119', '(11) 9'],
  ['1198765', '(11) 98765'],
  ['11987654', '(11) 98765-4'],
  ['11987654321', '(11) 98765-4321'],
  ['1133334444', '(11) 3333-4444'],
  ['55987654321', '(55) 98765-4321'],
  // With the country code.
  ['5511987654321', '(11) 98765-4321'],
  ['+5511987654321', '(11) 98765-4321'],
  ['+551133334444', '(11) 3333-4444'],
  ['553133334444', '(55) 3133-334444'],
  // Numbers without an area code, short numbers, foreign numbers.
  ['08001234567', '08001234567'],
  ['40041234', '40041234'],
  ['190', '190'],
  ['+351 912 345 678', '+351 912 345 678'],
  // One digit too many stays visible.
  ['119876543210', '(11) 98765-43210'],
  ['559876543210', '(55) 98765-43210'],
  ['não tem', 'não tem'],
  ['11 33334444 ramal 22', '(11) 3333-4444 ramal 22'],
])('shows %j as %j while it is typed', (typed, shown) => {
  expect(typePhone(typed)).toBe(shown)
})

it.each<[typed: string, shown: string]>([
  ['+55 11 98765-4321', '(11) 98765-4321'],
  [' 011 98765.4321 ', '(11) 98765-4321'],
  ['(33) 3344-44', '3333-4444'],
  ['(98) 7654-321', '98765-4321'],
  ['987654321', '98765-4321'],
  ['(11) 98765-432', '(11) 9876-5432'],
  ['0800 1234567', '0800 123 4567'],
  ['11 33334444 ramal 22', '(11) 3333-4444 ramal 22'],
  ['1133334444 / 11987654321', '(11) 3333-4444 / (11) 98765-4321'],
  ['', ''],
])('shows %j as %j once it is finished', (typed, shown) => {
  expect(formatFinishedPhone(typed)).toBe(shown)
})

it('a format of a typed number preserves its digits, and formatting it again changes nothing', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 11 })
  fc.assert(
    fc.property(digits, typed => {
      const shown = formatTypedPhone(typed)
      expect(shown.replace(/\D/g, '')).toBe(typed)
      expect(formatTypedPhone(shown)).toBe(shown)
    }),
  )
})

it('dials only digits that were typed', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789 ()+-./,ramal55'), maxLength: 30 })
  fc.assert(
    fc.property(typed, phone => {
      for (const dial of dialledOf(phone)) {
        expect(dial).toMatch(/^\+?\d{3,15}$/)
        expect(phone.replace(/\D/g, '')).toContain(dial.slice(-8).replace('+', ''))
      }
    }),
  )
})

it.each([
  ['(11) 98765-4321', '5511987654321'],
  ['+55 11 8765-4321', '5511987654321'],
  ['0xx', undefined],
  ['0 15 11 98765-4321', '5511987654321'],
  ['(11) 3333-4444', '551133334444'],
  ['(11) 3333-4444 / (11) 98765-4321', '5511987654321'],
  ['(11) 3333-4444 ramal 22', '551133334444'],
  ['98765-4321', undefined],
  ['0800 123 4567', undefined],
  ['190', undefined],
  ['+1 212 555 0199', '12125550199'],
  ['falar com a Ana', undefined],
  ['', undefined],
])('WhatsApp opens %j as %s', (phone, number) => expect(toWhatsappNumber(phone)).toBe(number))
