import { expect, it } from 'vitest'
import { duplicatesApi } from '#contract/duplicates/duplicates.ts'
import { aLead, aMember, aUser, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()

const list = async ({ token }: Person) => (await app.call(duplicatesApi.list, { token })).data
const namesOf = async (person: Person) => (await list(person)).groups.map(({ leads }) => leads.map(({ nome }) => nome))

it('groups leads of one phone number or e-mail in whatever spelling, and those that a seller sees alone', async () => {
  const owner = await aUser(app)
  const seller = await aMember(app, owner, 'seller')
  const lead = ({ token }: Person, nome: string, telefone: string, email: string) =>
    aLead(app, token, { nome, telefone, email })
  await lead(owner, 'Ana', '(11) 98765-4321', 'ana@exemplo.com.br')
  await lead(owner, 'Bia', '11 3333-4444', 'bia@exemplo.com.br')
  await lead(seller, 'Ana Souza', '+55 11 98765-4321', 'outra@exemplo.com.br')
  await lead(seller, 'Ana S.', '21 2222-3333', 'OUTRA@exemplo.com.br')
  expect(await namesOf(owner)).toEqual([['Ana', 'Ana Souza', 'Ana S.']])
  expect(await namesOf(seller)).toEqual([['Ana Souza', 'Ana S.']])
  expect(await namesOf(await aUser(app))).toEqual([])
})
