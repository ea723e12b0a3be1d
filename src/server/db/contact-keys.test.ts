import fc from 'fast-check'
import { expect, it } from 'vitest'
import { phoneKey } from '#contract/values/phone.ts'
import { emailKey } from '#contract/values/text.ts'
import { testDatabase } from '../testing/test-database.ts'

const db = await testDatabase()

const inDatabase = (phones: string[], emails: string[]) =>
  db.rows<{ phone: string | null; email: string | null }>(
    'select phone_key(p) as phone, email_key(e) as email from unnest($1::text[], $2::text[]) with ordinality t (p, e, n) order by n',
    [phones, emails],
  )

it.each<[phone: string, key: string | null]>([
  ['11987654321', '11987654321'],
  ['(11) 98765-4321', '11987654321'],
  ['+55 (11) 98765-4321', '11987654321'],
  ['(+55) 11 98765-4321', '11987654321'],
  ['5511987654321', '11987654321'],
  ['0055 11 98765-4321', '11987654321'],
  ['011 98765-4321', '11987654321'],
  ['0 15 11 98765-4321', '11987654321'],
  ['11 – 98765 4321', '11987654321'],
  // A mobile number without the ninth digit.
  ['(11) 8765-4321', '11987654321'],
  ['55 11 8765-4321', '11987654321'],
  // Landlines have eight digits.
  ['(11) 3333-4444', '1133334444'],
  ['+55 11 3333-4444', '1133334444'],
  // 55 is also an area code.
  ['55987654321', '55987654321'],
  ['(55) 3333-4444', '5533334444'],
  ['+351 912 345 678', '+351912345678'],
  ['00351912345678', '+351912345678'],
  ['+1 (212) 555-0100', '+12125550100'],
  ['Ana: 11 98765-4321 (recado)', '11987654321'],
  ['11 98765-4321 / 11 3333-4444', '11987654321'],
  ['0800 123 4567', '8001234567'],
  ['3333-4444', '33334444'],
  ['190', null],
  ['+55', null],
  ['', null],
  ['não tem', null],
  ['1234567890123456', null],
])('the phone %j has the key %j in both languages', async (phone, key) => {
  expect(phoneKey(phone)).toBe(key)
  expect((await inDatabase([phone], ['']))[0]?.phone).toBe(key)
})

it.each<[email: string, key: string | null]>([
  [' Ana@Exemplo.COM.br\t', 'ana@exemplo.com.br'],
  ['ÁNA@exemplo.com', 'Ána@exemplo.com'],
  ['', null],
  [' \r\n', null],
])('the e-mail %j has the key %j in both languages', async (email, key) => {
  expect(emailKey(email)).toBe(key)
  expect((await inDatabase([''], [email]))[0]?.email).toBe(key)
})

it('the keys of arbitrary texts are equal in both languages', async () => {
  const odd = fc.string({
    unit: fc.constantFrom(...'0155789+-(). /ox\t\r\n\u00a0\u2011\u2013\u2003\uff11\u0661Çé@AZ'.split('')),
    maxLength: 24,
  })
  const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter(one => one.isWellFormed() && !one.includes('\0'))
  const texts = fc.sample(fc.oneof({ weight: 4, arbitrary: odd }, text), 4000)
  const found = await inDatabase(texts, texts)
  expect(found).toEqual(texts.map(one => ({ phone: phoneKey(one), email: emailKey(one) })))
})

it('the database keeps the keys of leads, which find them by an index', async () => {
  const columns = await db.rows<{ name: string; expression: string }>(
    `select column_name as name, generation_expression as expression from information_schema.columns
      where table_name = 'leads' and is_generated = 'ALWAYS' order by 1`,
  )
  expect(columns).toEqual([
    { name: 'email_chave', expression: 'email_key(email)' },
    { name: 'telefone_chave', expression: 'phone_key(telefone)' },
  ])
})
