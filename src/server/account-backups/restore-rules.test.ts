import { describe, expect, it } from 'vitest'
import { accountBackupsApi } from '#contract/account-backups/account-backups.ts'
import { duplicatesApi } from '#contract/duplicates/duplicates.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { anonymizeWord, privacyApi } from '#contract/privacy/privacy.ts'
import { teamApi } from '#contract/team/team.ts'
import { maintainLeads } from '../leads/lead-maintenance.ts'
import { insertErasures } from '../leads/write/erased-people.ts'
import { aBackup, prepareRestore, restore, undoRestore } from '../testing/account-backups.ts'
import { aLead, aMember, aSubscriber, fetchAllLeads, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, clock, db } = app

const remove = ({ token }: Person, id: string) => call(leadsApi.remove, { token, params: { id } })
const merge = async ({ token }: Person, kept: Lead, { _id, version }: Lead) => {
  const body = { version: kept.version, others: [{ _id, version }] }
  expect((await call(duplicatesApi.merge, { token, params: { id: kept._id }, body })).status).toBe(200)
}
const emptyTrashAfter = (days: number) =>
  maintainLeads(
    { ...app.services, now: () => new Date(clock.now.getTime() + days * 24 * 60 * 60 * 1000) },
    async () => {},
  )

describe('a restore', () => {
  it.each(['missing', 'state'] as const)('with the mode "%s" brings no erased person back', async mode => {
    const owner = await aSubscriber(app, 'pro')
    const { token } = owner
    const erased = await aLead(app, token, { nome: 'Rui Prado', telefone: '11988887777', email: 'rui@exemplo.com' })
    const other = await aLead(app, token, { nome: 'Ana Reis', telefone: '11977776666', email: 'ana@exemplo.com' })
    const backupId = await aBackup(app, owner)
    const body = { person: { telefone: '11988887777' }, confirmation: anonymizeWord }
    expect((await call(privacyApi.anonymize, { token, body })).status).toBe(200)
    await remove(owner, erased._id)
    await remove(owner, other._id)
    await emptyTrashAfter(31)
    const { preview } = await prepareRestore(app, owner, backupId, mode)
    expect(preview).toEqual({ returning: 1, changing: 0, removing: 0, erased: 1 })
    await restore(app, owner, backupId, mode)
    expect((await fetchAllLeads(app, token)).map(({ nome }) => nome)).toEqual(['Ana Reis'])
  })

  it('brings no erased person back whose phone and e-mail were corrected since', async () => {
    const owner = await aSubscriber(app, 'pro')
    const { token } = owner
    const { _id: id } = await aLead(app, token, {
      nome: 'Rui Prado',
      telefone: '11988887777',
      email: 'rui@antigo.com.br',
    })
    const backupId = await aBackup(app, owner)
    const corrected = { telefone: '11955554444', email: 'rui@novo.com.br' }
    await call(leadsApi.update, { token, params: { id }, body: corrected })
    const body = { person: { telefone: corrected.telefone }, confirmation: anonymizeWord }
    expect((await call(privacyApi.anonymize, { token, body })).data.leads).toBe(1)
    await remove(owner, id)
    await emptyTrashAfter(31)
    await restore(app, owner, backupId, 'missing')
    expect(await fetchAllLeads(app, token)).toEqual([])
  })

  it('is undone without a lead of the trash whose person was erased since', async () => {
    const owner = await aSubscriber(app, 'pro')
    const backupId = await aBackup(app, owner)
    await aLead(app, owner.token, { nome: 'Rui Prado', email: 'rui@exemplo.com' })
    await aLead(app, owner.token, { nome: 'Ana Reis', email: 'ana@exemplo.com' })
    const { _id: id } = await restore(app, owner, backupId, 'state')
    await insertErasures(db, owner.account._id, ['rui@exemplo.com'], clock.now)
    expect(await undoRestore(app, owner, id)).toMatchObject({ state: 'undone', undo: { restored: 1, kept: 1 } })
    expect((await fetchAllLeads(app, owner.token)).map(({ nome }) => nome)).toEqual(['Ana Reis'])
  })

  it('gives the leads of a former member to the one who got the others', async () => {
    const owner = await aSubscriber(app, 'pro')
    const seller = await aMember(app, owner, 'seller')
    const lead = await aLead(app, seller.token)
    const backupId = await aBackup(app, owner)
    const leaver = { token: owner.token, params: { id: seller.member._id }, body: { leadsTo: owner.member._id } }
    expect((await call(teamApi.removeMember, leaver)).status).toBe(200)
    // The lead has its heir already, as the backup would have it.
    expect((await prepareRestore(app, owner, backupId, 'state')).preview).toMatchObject({ changing: 0 })
    await remove(owner, lead._id)
    await emptyTrashAfter(31)
    await restore(app, owner, backupId, 'missing')
    expect(await fetchAllLeads(app, owner.token)).toMatchObject([{ _id: lead._id, userId: owner.member._id }])
  })

  it.each([0, 31])('leaves leads merged %i days ago in the kept one, unless the state comes back', async days => {
    const owner = await aSubscriber(app, 'pro')
    const [one, other] = [await aLead(app, owner.token), await aLead(app, owner.token)]
    const backupId = await aBackup(app, owner)
    await merge(owner, one, other)
    await emptyTrashAfter(days)
    expect((await prepareRestore(app, owner, backupId, 'missing')).preview).toMatchObject({ returning: 0 })
    await restore(app, owner, backupId, 'state')
    expect(await fetchAllLeads(app, owner.token)).toHaveLength(2)
  })

  it('brings a merged lead back where the kept one is gone', async () => {
    const owner = await aSubscriber(app, 'pro')
    const [one, other] = [await aLead(app, owner.token), await aLead(app, owner.token)]
    const backupId = await aBackup(app, owner)
    await merge(owner, one, other)
    await remove(owner, one._id)
    await emptyTrashAfter(31)
    await restore(app, owner, backupId, 'missing')
    expect(await fetchAllLeads(app, owner.token)).toHaveLength(2)
  })

  it.each(['missing', 'state'] as const)(
    'with the mode "%s" brings no lead back that was merged with an erased one',
    async mode => {
      const owner = await aSubscriber(app, 'enterprise')
      const { token } = owner
      const one = await aLead(app, token, { nome: 'Rui Prado', telefone: '11988887777', email: 'rui@exemplo.com' })
      const other = await aLead(app, token, { nome: 'Rui P.', telefone: '1133334444', email: 'rui@antigo.com.br' })
      const backupId = await aBackup(app, owner)
      await merge(owner, one, other)
      await emptyTrashAfter(31)
      const body = { person: { telefone: one.telefone }, confirmation: anonymizeWord }
      expect((await call(privacyApi.anonymize, { token, body })).status).toBe(200)
      await remove(owner, one._id)
      await emptyTrashAfter(31)
      await restore(app, owner, backupId, mode)
      expect(await fetchAllLeads(app, token)).toEqual([])
    },
  )

  it('to a former state asks for the word, and one that runs rejects another', async () => {
    const owner = await aSubscriber(app, 'pro')
    const { token } = owner
    const backupId = await aBackup(app, owner)
    await aLead(app, token)
    const { _id: id } = await prepareRestore(app, owner, backupId, 'state')
    const unconfirmed = await call(accountBackupsApi.startRestore, { token, params: { id }, body: {} })
    expect(unconfirmed.error.fields).toEqual({ confirmation: 'Digite VOLTAR para confirmar' })
    const body = { confirmation: 'VOLTAR' }
    expect((await call(accountBackupsApi.startRestore, { token, params: { id }, body })).status).toBe(200)
    const second = { backupId, mode: 'missing' }
    expect((await call(accountBackupsApi.prepareRestore, { token, body: second })).error.code).toBe(
      'restore_impossible',
    )
    expect((await call(accountBackupsApi.cancelRestore, { token, params: { id } })).data.state).toBe('canceled')
  })

  it('leaves one entry in the trail', async () => {
    const owner = await aSubscriber(app, 'pro')
    const backupId = await aBackup(app, owner)
    await aLead(app, owner.token)
    await restore(app, owner, backupId, 'state')
    const { data } = await call(teamApi.trail, { token: owner.token })
    expect(data.entries).toMatchObject([
      { action: 'restore-backup', details: { mode: 'state', returned: '0', changed: '0', removed: '1' } },
    ])
  })
})
