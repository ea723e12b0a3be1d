import { describe, expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk/bulk.ts'
import { duplicatesApi } from '#contract/duplicates/duplicates.ts'
import { leadTrashApi } from '#contract/leads/lead-trash.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { privacyApi } from '#contract/privacy/privacy.ts'
import { captureApp } from '../testing/capture-app.ts'
import { aLead, aUser, fetchAllLeads, type Person } from '../testing/factories.ts'

const app = await captureApp()
const { call } = app

const find = async ({ token }: Person, { _id: id }: Lead) => (await call(leadsApi.find, { token, params: { id } })).data

const merge = async ({ token }: Person, kept: Lead, other: Lead, from: object = {}) =>
  (
    await call(duplicatesApi.merge, {
      token,
      params: { id: kept._id },
      body: { version: kept.version, others: [{ _id: other._id, version: other.version }], from },
    })
  ).data

/** Names of the report's leads, with the texts that their people agreed to. */
const consentsOf = async ({ token }: Person, lead: Lead) => {
  const body = { person: { leadId: lead._id }, format: 'json' as const }
  const { leads } = JSON.parse((await call(privacyApi.report, { token, body })).raw.payload)
  return Object.fromEntries(
    leads.map((one: { nome: string; consentimentos: { texto: string }[] }) => [
      one.nome,
      one.consentimentos.map(({ texto }) => texto),
    ]),
  )
}

/** A lead whose person agreed to a text, and whose phone and e-mail no other lead has. */
const aConsentingLead = async (owner: Person, name: string, phone: string, consentText: string) => {
  const form = await app.aForm(owner, { consentText })
  const consent = { consentimento: 'sim', versao_consentimento: '1' }
  await app.send(form, app.aSubmission({ name, phone, email: `${name.toLowerCase()}@exemplo.com.br`, ...consent }))
  const lead = (await fetchAllLeads(app, owner.token)).find(({ nome }) => nome === name)
  if (!lead) throw new Error('the submission has not become a lead')
  return lead
}

describe('the consents of merged leads', () => {
  it('are all found from the kept lead, and with their own leads after the undo', async () => {
    const owner = await aUser(app)
    const ana = await aConsentingLead(owner, 'Ana', '11 97777-0001', 'Aceito mensagens.')
    const bia = await aConsentingLead(owner, 'Bia', '11 97777-0002', 'Aceito ligações.')
    const merged = await merge(owner, ana, bia)
    expect(await consentsOf(owner, ana)).toEqual({ Ana: ['Aceito mensagens.', 'Aceito ligações.'], Bia: [] })
    await call(bulkApi.undo, { token: owner.token, params: { id: merged._id } })
    expect(await consentsOf(owner, ana)).toEqual({ Ana: ['Aceito mensagens.'] })
    expect(await consentsOf(owner, bia)).toEqual({ Bia: ['Aceito ligações.'] })
  })

  it('are found once through several merges, also where the removed lead is found too', async () => {
    const owner = await aUser(app)
    const ana = await aConsentingLead(owner, 'Ana', '11 97777-0001', 'Aceito mensagens.')
    const bia = await aConsentingLead(owner, 'Bia', '11 97777-0002', 'Aceito ligações.')
    const caio = await aLead(app, owner.token, { nome: 'Caio', telefone: '11977770002', email: 'caio@exemplo.com.br' })
    const { lead } = await merge(owner, bia, ana)
    await merge(owner, caio, lead)
    const both = ['Aceito mensagens.', 'Aceito ligações.']
    expect(await consentsOf(owner, caio)).toEqual({ Caio: both, Bia: [], Ana: [] })
    await call(leadTrashApi.restore, { token: owner.token, params: { id: bia._id } })
    expect(await consentsOf(owner, caio)).toEqual({ Caio: [], Bia: both, Ana: [] })
  })

  it('come with the legal basis and the origin that the kept lead does not have', async () => {
    const owner = await aUser(app)
    const ana = await aLead(app, owner.token, { nome: 'Ana', origem: 'indicacao' })
    const bia = await aConsentingLead(owner, 'Bia', '11 97777-0002', 'Aceito ligações.')
    const merged = await merge(owner, ana, bia)
    expect(merged.lead).toMatchObject({ origem: 'indicacao', baseLegal: 'consentimento' })
    await call(bulkApi.undo, { token: owner.token, params: { id: merged._id } })
    expect(await find(owner, ana)).toMatchObject({ origem: 'indicacao', baseLegal: null })
  })

  it('do not outweigh the wish not to be contacted, on either side', async () => {
    const owner = await aUser(app)
    const wish = { naoContatar: true }
    for (const [kept, other] of [
      [wish, {}],
      [{}, wish],
    ]) {
      const [ana, bia] = [await aLead(app, owner.token, kept), await aLead(app, owner.token, other)]
      const merged = await merge(owner, ana, bia)
      expect(merged.lead.naoContatar).toBe(true)
      await call(bulkApi.undo, { token: owner.token, params: { id: merged._id } })
      expect([(await find(owner, ana)).naoContatar, (await find(owner, bia)).naoContatar]).toEqual([
        ana.naoContatar,
        bia.naoContatar,
      ])
    }
  })
})
