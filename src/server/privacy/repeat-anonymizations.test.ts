import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { anonymizeWord, privacyApi } from '#contract/privacy/privacy.ts'
import { captureApp } from '../testing/capture-app.ts'
import { aSubscriber } from '../testing/factories.ts'
import { repeatAnonymizations } from './repeat-anonymizations.ts'

const backupDir = await mkdtemp(join(tmpdir(), 'fechou-repeated-'))
const app = await captureApp({ backupDir })
const { aForm, call, db, send, services, submissionsOf } = app
afterAll(() => rm(backupDir, { recursive: true }))

it('erases what a form received from the person, and leaves what others sent', async () => {
  const owner = await aSubscriber(app, 'pro')
  const form = await aForm(owner, { isActive: false })
  const person = { telefone: '11 98765-4321' }
  const body = { person, confirmation: anonymizeWord }
  expect((await call(privacyApi.anonymize, { token: owner.token, body })).status).toBe(200)
  // The database of before, in which the person waits.
  for (const table of ['anonymizations', 'erasures', 'erasure_keys'])
    await db.run(`delete from ${table} where account_id = $1`, [owner.account._id])
  await send(form, { name: 'Canarinho', phone: person.telefone })
  await send(form, { name: 'Bia Reis', phone: '11 91111-2222' })

  expect(await repeatAnonymizations(services, line => expect.fail(line))).toBe(1)
  expect(await submissionsOf(owner)).toMatchObject([
    { outcome: 'waiting', fields: [{ value: 'Bia Reis' }, { value: '11 91111-2222' }] },
    { outcome: 'refused', reason: 'erased', fields: [] },
  ])
})
