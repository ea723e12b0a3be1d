import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { anonymizeWord, privacyApi } from '#contract/privacy/privacy.ts'
import { storyApi } from '#contract/story/story.ts'
import { teamApi } from '#contract/team/team.ts'
import { repeatDeletions } from '../account/repeat-deletions.ts'
import { createDb, type Db } from '../db/client.ts'
import { findRunningServer } from '../db/embedded/find-running-server.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { privacyJobs } from '../privacy/privacy-jobs.ts'
import { repeatAnonymizations } from '../privacy/repeat-anonymizations.ts'
import { dumpDatabase } from '../testing/database-dump.ts'
import { aLead, aLeadForm, aSubscriber } from '../testing/factories.ts'
import { importFile } from '../testing/import-file.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const folder = await mkdtemp(join(tmpdir(), 'fechou-anonymizations-'))
const dataDir = join(folder, 'data')
const backupDir = join(folder, 'copies')
const place = { dataDir, backupDir, now: () => new Date() }
const lines: string[] = []
const printLine = (line: string) => void lines.push(line)

let server: EmbeddedPostgres
let db: Db
let app: TestApp

const start = async () => {
  server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
  db = createDb(server.connection)
  await migrate(db)
  app = await testApp({ dataDir, backupDir }, { database: db })
}
const stop = async () => {
  await db.close()
  await server.stop()
}
const backUp = async () => {
  const address = await findRunningServer(dataDir)
  if (!address) return expect.fail('the server does not run')
  const { name, failure } = await createBackup(address, 'manual', place)
  expect(failure).toBe(null)
  return name
}
const kept = (folderName = 'anonymizations') => readdir(join(backupDir, folderName))

beforeAll(start)
afterAll(async () => {
  await stop().catch(() => {})
  await rm(folder, { recursive: true })
})

const canary = 'Canarinho'
const [phone, email] = ['(11) 98765-4321', 'canarinho@exemplo.com.br']
const file = `Nome;Telefone;E-mail;Obs
Outra;11 94444-3333;;nada
${canary} 2;+55 11 98765-4321;;Veio por ${canary}
`
const confirmation = anonymizeWord
const anonymize = (token: string, person: object) =>
  app.call(privacyApi.anonymize, { token, body: { person, confirmation } })
const traces = async (name: string) =>
  Object.entries(await dumpDatabase(db)).flatMap(([table, rows]) =>
    rows.filter(row => row.toLowerCase().includes(name)).map(row => `${table}: ${row}`),
  )

// A restore flushes a thousand files.
it('nobody who was anonymized after a backup is there after its restore', async () => {
  const owner = await aSubscriber(app, 'pro')
  const { token } = owner
  const other = await aSubscriber(app, 'pro')
  const form = { ...aLeadForm(), nome: canary, telefone: phone, email }
  const lead = await aLead(app, token, form)
  await app.call(storyApi.addNote, { token, params: { id: lead._id }, body: { texto: `${canary} gosta de café` } })
  const trashed = await aLead(app, token, { ...form, telefone: '11911112222' })
  await app.call(leadsApi.remove, { token, params: { id: trashed._id } })
  await importFile(app, token, Buffer.from(file), { policy: 'skip' })
  const old = await aLead(app, token, { nome: 'Antigo Fulano', telefone: '11922223333', email: 'fulano@exemplo.com' })
  const theirs = await aLead(app, other.token, { nome: 'Alheia', telefone: phone, email })
  const again = await aLead(app, token, { nome: 'Volta', telefone: '11933334444', email: 'volta@exemplo.com' })

  // The copy contains this one: the person came back with a legal basis before it was made.
  await anonymize(token, { leadId: again._id })
  const body = aLeadForm({ nome: 'Volta', telefone: '11933334444', email: 'volta@exemplo.com', baseLegal: 'contrato' })
  const { data: readmitted } = await app.call(leadsApi.create, { token, body })
  const copy = await backUp()

  await anonymize(token, { telefone: phone, email })
  const retention = { leadIds: [old._id], confirmation }
  expect((await app.call(privacyApi.anonymizeLeads, { token, body: retention })).data.leads).toBe(1)
  await anonymize(token, { email: 'nunca-veio@exemplo.com' })
  expect((await kept()).length).toBe(4)
  await stop()
  // The database is lost; the folder of the backups is not.
  await rm(dataDir, { recursive: true })
  await restoreBackup(copy, { ...place, log: () => {} })

  await start()
  expect((await traces('canarinho')).length).toBeGreaterThan(4)
  expect(await repeatAnonymizations(app.services, printLine)).toBe(3)
  const left = (await traces('canarinho')).concat(await traces('fulano'))
  expect(left.filter(row => !row.includes(theirs._id) && !row.includes(other.account._id))).toEqual([])
  expect((await app.call(leadsApi.find, { token: other.token, params: { id: theirs._id } })).data.email).toBe(email)
  expect((await app.call(leadsApi.find, { token, params: { id: readmitted._id } })).data.nome).toBe('Volta')
  expect((await app.call(leadsApi.find, { token, params: { id: lead._id } })).data).toMatchObject({
    nome: '',
    status: lead.status,
    valorServico: lead.valorServico,
    anonymizedAt: expect.any(String),
  })
  for (const contact of [{ telefone: phone }, { email }, { email: 'nunca-veio@exemplo.com' }]) {
    const { error } = await app.call(leadsApi.create, { token, body: aLeadForm(contact) })
    expect(error.code).toBe('person_erased')
  }
  const { data: trail } = await app.call(teamApi.trail, { token })
  expect(trail.entries[0]).toMatchObject({ action: 'anonymize', details: { reason: 'restore' } })

  expect(await repeatAnonymizations(app.services, printLine)).toBe(0)
  expect(lines).toEqual([])
  await writeFile(join(backupDir, 'anonymizations', 'x.json'), '{')
  expect(await repeatAnonymizations(app.services, printLine)).toBe(0)
  expect(lines).toEqual([expect.stringContaining('x.json está ilegível')])
  await rm(join(backupDir, 'anonymizations', 'x.json'))
})

it('a file that could not be written is written by the job, and goes with the last backup without it', async () => {
  const { token } = await aSubscriber(app, 'pro')
  await rm(join(backupDir, 'anonymizations'), { recursive: true, force: true })
  await writeFile(join(backupDir, 'anonymizations'), '')
  expect((await anonymize(token, { telefone: '11900001111' })).status).toBe(200)
  await rm(join(backupDir, 'anonymizations'))
  const [job] = privacyJobs(app.services)
  await job?.run({} as never)
  expect((await kept()).length).toBe(1)
  await backUp()
  expect((await kept()).length).toBe(1)
  const later = { ...place, now: () => new Date(Date.now() + 60 * 24 * 60 * 60 * 1000) }
  const address = await findRunningServer(dataDir)
  if (address) await createBackup(address, 'manual', later)
  expect(await kept()).toEqual([])
})

it('an account that was deleted after a backup is not there after its restore', async () => {
  const gone = await aSubscriber(app, 'pro')
  const stays = await aSubscriber(app, 'pro')
  const lead = await aLead(app, gone.token, { nome: 'Sabiá Laranjeira' })
  const copy = await backUp()
  const body = { password: gone.password }
  expect((await app.call(accountApi.remove, { token: gone.token, body })).status).toBe(204)
  expect(await kept('deletions')).toEqual([`${gone.account._id}.json`])
  await stop()
  await rm(dataDir, { recursive: true })
  await restoreBackup(copy, { ...place, log: () => {} })

  await start()
  expect((await app.call(leadsApi.find, { token: gone.token, params: { id: lead._id } })).status).toBe(200)
  expect(await repeatDeletions(app.services, printLine)).toBe(1)
  const { error } = await app.call(authApi.login, { body: { email: gone.user.email, password: gone.password } })
  expect(error.code).toBe('invalid_credentials')
  expect(await traces('sabiá')).toEqual([])
  expect(await traces(gone.account._id)).toEqual([])
  expect((await app.call(leadsApi.list, { token: stays.token })).status).toBe(200)
  expect(await repeatDeletions(app.services, printLine)).toBe(0)

  const address = await findRunningServer(dataDir)
  const later = { ...place, now: () => new Date(Date.now() + 60 * 24 * 60 * 60 * 1000) }
  if (address) await createBackup(address, 'manual', later)
  expect(await kept('deletions')).toEqual([])
})

it('an account is deleted although its record cannot be written', async () => {
  const { token, password } = await aSubscriber(app, 'pro')
  await rm(join(backupDir, 'deletions'), { recursive: true, force: true })
  await writeFile(join(backupDir, 'deletions'), '')
  expect((await app.call(accountApi.remove, { token, body: { password } })).status).toBe(204)
  await rm(join(backupDir, 'deletions'))
})
