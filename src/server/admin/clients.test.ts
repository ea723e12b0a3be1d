import { beforeAll, expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { normalizeForSearch } from '#contract/values/text.ts'
import { anAdmin, aUser, type Person, subscribe, userRow } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db } = app
let admin: Person
let joao: Person

const names = ['João Conceição', 'Thaís Muñoz', 'Ana 100% Certa', 'Zoë Ångström', 'Li']

beforeAll(async () => {
  admin = await anAdmin(app)
  for (const [index, nome] of names.entries()) {
    const person = await aUser(app, { nome, email: `Pessoa.${index}@Exemplo.com.br` })
    if (index === 0) joao = person
    const since = new Date(Date.UTC(2026, 0, 1 + index))
    await db.run('update users set joined_at = $2 where id = $1', [person.user._id, since])
  }
})

const search = async (text: string) => {
  const { data } = await call(adminApi.users, { token: admin.token, query: { search: text } })
  expect(data.total).toBe(data.users.length)
  return data.users.map(user => user.nome)
}

it('lists the clients without administrators, newest first', async () => {
  const { data } = await call(adminApi.users, { token: admin.token })
  expect(data.users.map(user => user.nome)).toEqual(names.toReversed())
  expect(data.total).toBe(names.length)
})

it('returns each client’s plan, status, due date and Stripe customer', async () => {
  const due = new Date('2026-12-24T15:00:00Z')
  await subscribe(app, joao.user, 'pro', 'past_due')
  const { account_id } = await userRow(app, joao.user)
  await db.run("update accounts set current_period_end = $2, stripe_customer_id = 'cus_joao' where id = $1", [
    account_id,
    due,
  ])
  const { data } = await call(adminApi.users, { token: admin.token, query: { search: 'joão' } })
  expect(data.users[0]).toMatchObject({
    nome: 'João Conceição',
    email: 'Pessoa.0@Exemplo.com.br',
    subscription_plan: 'pro',
    subscription_status: 'past_due',
    current_period_end: '2026-12-24T15:00:00.000000Z',
    stripe_customer_id: 'cus_joao',
  })
})

it.each([
  ['conceicao', ['João Conceição']],
  ['JOÃO', ['João Conceição']],
  ['pessoa.1@', ['Thaís Muñoz']],
  ['EXEMPLO.COM', names.toReversed()],
  ['munoz', ['Thaís Muñoz']],
  ['angstrom', ['Zoë Ångström']],
  ['100%', ['Ana 100% Certa']],
  ['%', ['Ana 100% Certa']],
  ['_', []],
  ['\\', []],
  ['li', ['Li']],
  ['  li  ', ['Li']],
  ['munoz pessoa', []],
  ['', names.toReversed()],
])('finds clients whose name or e-mail holds "%s"', async (text, found) => {
  expect(await search(text)).toEqual(found)
})

const rename = (from: string, to: string) =>
  db.run(
    'with member as (update users set nome = $2 where nome = $1) update identities set nome = $2 where nome = $1',
    [from, to],
  )

it('finds a renamed client by the new name', async () => {
  await rename('Li', 'Líbero')
  expect(await search('libero')).toEqual(['Líbero'])
  await rename('Líbero', 'Li')
})

it('returns page after page, and none past the last', async () => {
  const page = async (number: number) => {
    const { data } = await call(adminApi.users, { token: admin.token, query: { page: number, limit: 2 } })
    expect(data.total).toBe(names.length)
    return data.users.map(user => user.nome)
  }
  const pages = await Promise.all([1, 2, 3, 4].map(page))
  expect(pages.flat()).toEqual(names.toReversed())
  expect(pages[3]).toEqual([])
})

it('normalizes text in the database as in the application', async () => {
  const texts = [
    'ÁÀÂÃÄÅáàâãäå ÇçÑñ',
    'ŠŽšž ĐđŁł',
    'Ǆ ǅ ﬁ ß İı',
    'e\u0301 combina',
    '日本 ',
    'ΆΈ Ёё Йй',
    "O'Brien 100%_\\",
  ]
  for (const text of texts) {
    const row = await db.row<{ folded: string }>('select fold_text($1) as folded', [text])
    expect(row?.folded).toBe(normalizeForSearch(text))
  }
})
