import { describe, expect, it } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { aLead, anExportedLead, aSubscriber, aUser, fetchAllLeads, importLeads } from '../testing/factories.ts'
import { configure, findImport, importFile, runImportJobs, uploadFile } from '../testing/import-file.ts'
import { sampleLeads } from '../testing/lead-arbitraries.ts'
import { testApp } from '../testing/test-app.ts'
import { maintainImports } from './import-jobs.ts'
import { removeOldRows } from './result-store.ts'
import { upsertPart } from './store.ts'

const app = await testApp()
const { call, db } = app

const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const namesOf = (leads: Lead[]) => leads.map(({ nome }) => nome).toSorted()

describe('an import', () => {
  it('finds columns by heading, checks before it writes, and writes in the background', async () => {
    const { token, user } = await aUser(app)
    const checked = await uploadFile(
      app,
      token,
      csv(
        'Cliente;Empresa;Fone/Celular/Whats;E-mail;Observações;Valor;Fase;Data',
        'Ana;Padaria Sol;(11) 98765-4321;ana@exemplo.com;Site;R$ 1.234,56;Fechado;05/03/2026',
        ';;;;;;;',
        'Bia;;(11) 3333-4444;;;1.500;;13/03/2026',
        'Caio;;;sem arroba;;;;',
      ),
    )
    expect(checked.columns.map(({ target }) => target)).toEqual([
      'nome',
      'negocio',
      'telefone',
      'email',
      'descricaoServico',
      'valorServico',
      'status',
      'dataProspeccao',
    ])
    expect(checked).toMatchObject({
      state: 'ready',
      total: 3,
      layout: { encoding: 'utf-8', separator: ';', headerRow: 1 },
      check: { new: 2, matching: 0, incomplete: 1, invalid: 1, room: 20_000 },
    })
    expect(checked.check?.problems).toEqual([{ line: 5, name: 'Caio', reason: 'E-mail inválido (e-mail)' }])
    expect(await fetchAllLeads(app, token)).toEqual([])

    await call(importsApi.start, { token, params: { id: checked._id } })
    await runImportJobs(app)
    expect(await findImport(app, token, checked._id)).toMatchObject({
      state: 'done',
      done: 3,
      result: { created: 2, updated: 0, skipped: 0, failed: 1 },
    })
    const leads = await fetchAllLeads(app, token)
    expect(leads.find(({ nome }) => nome === 'Ana')).toMatchObject({
      negocio: 'Padaria Sol',
      telefone: '(11) 98765-4321',
      valorServico: 1234.56,
      status: 'ganho',
      dataProspeccao: '2026-03-05T00:00:00.000Z',
      userId: user._id,
      version: 1,
    })
    expect(leads.find(({ nome }) => nome === 'Bia')).toMatchObject({ email: '', valorServico: 1500 })
    const feed = await db.rows(
      `select actor_kind, actor_id from changes where actor_kind = 'import' and entity = 'lead'`,
    )
    expect(feed).toEqual(Array(2).fill({ actor_kind: 'import', actor_id: checked._id }))
  })

  it('remembers the columns of a file with the same headings', async () => {
    const { token } = await aUser(app)
    const file = csv('Nome;Coisa;Telefone', 'Ana;Bolo;11987654321')
    const first = await uploadFile(app, token, file)
    expect(first.columns[1]?.target).toBeNull()
    const columns = first.columns.map(({ target, reading }, index) => ({
      target: index === 1 ? 'negocio' : target,
      reading,
    }))
    await configure(app, token, first._id, { columns })
    await call(importsApi.start, { token, params: { id: first._id } })
    await runImportJobs(app)
    const second = await uploadFile(app, token, csv('Nome;Coisa;Telefone', 'Bia;Pão;11987654322'))
    expect(second.columns.map(({ target }) => target)).toEqual(['nome', 'negocio', 'telefone'])
  })

  it.each([
    ['skip', { created: 1, updated: 0, skipped: 1 }, ['Ana', 'Nova'], 'Padaria', ''],
    ['fill', { created: 1, updated: 1, skipped: 0 }, ['Ana', 'Nova'], 'Padaria', 'Pix'],
    ['overwrite', { created: 1, updated: 1, skipped: 0 }, ['Aninha', 'Nova'], 'Padaria', 'Pix'],
    ['create', { created: 2, updated: 0, skipped: 0 }, ['Ana', 'Aninha', 'Nova'], 'Padaria', ''],
  ])('treats rows of existing leads as chosen (%s)', async (policy, result, names, negocio, formaPagamento) => {
    const { token } = await aUser(app)
    const lead = await aLead(app, token, { nome: 'Ana', negocio: 'Padaria', telefone: '(11) 98765-4321' })
    const file = csv('Nome;Telefone;Forma de pagamento;Negócio', 'Aninha;+55 11 8765-4321;Pix;', 'Nova;11 3333-4444;;')
    const done = await importFile(app, token, file, { policy })
    expect(done.result).toEqual({ ...result, failed: 0, erased: 0 })
    const leads = await fetchAllLeads(app, token)
    expect(namesOf(leads)).toEqual(names)
    const same = leads.find(({ _id }) => _id === lead._id)
    expect([same?.negocio, same?.formaPagamento ?? '']).toEqual([negocio, formaPagamento])
  })

  it.each([
    ['an existing lead', ['Ana;11933330001;ana@exemplo.com', 'Ana;11933330001;'], 1],
    ['a lead of the same file', ['Bia;;bia@exemplo.com', 'Bia;11933330002;bia@exemplo.com', 'Bia;11933330002;'], 2],
  ])('recognizes a person by what an earlier row added to %s', async (_, rows, leads) => {
    const { token } = await aUser(app)
    await importFile(app, token, csv('Nome;Telefone;E-mail', 'Ana;;ana@exemplo.com'))
    const checked = await uploadFile(app, token, csv('Nome;Telefone;E-mail', ...rows))
    expect(checked.check).toMatchObject({ new: leads - 1, matching: 2 - leads, repeated: rows.length - 1 })
    await call(importsApi.start, { token, params: { id: checked._id } })
    await runImportJobs(app)
    expect((await findImport(app, token, checked._id)).result).toMatchObject({ created: leads - 1, failed: 0 })
    expect(await fetchAllLeads(app, token)).toHaveLength(leads)
  })

  it('imports what the plan still holds and says so before', async () => {
    const { token } = await aSubscriber(app, 'basic')
    await importLeads(
      app,
      token,
      Array.from({ length: 98 }, () => anExportedLead({ telefone: '', email: '' })),
    )
    const file = csv('Nome;E-mail', ...Array.from({ length: 5 }, (_, index) => `Lead ${index};a${index}@exemplo.com`))
    const checked = await uploadFile(app, token, file)
    expect(checked.check).toMatchObject({ new: 5, room: 2 })
    await call(importsApi.start, { token, params: { id: checked._id } })
    await runImportJobs(app)
    const done = await findImport(app, token, checked._id)
    expect(done.result).toEqual({ created: 2, updated: 0, skipped: 0, failed: 3, erased: 0 })
    const { raw } = await call(importsApi.failedRows, { token, params: { id: checked._id } })
    expect(raw.body.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFNome;E-mail;Linha;Motivo',
      'Lead 2;a2@exemplo.com;4;O limite de leads do plano foi atingido',
    ])
    expect((await importFile(app, token, raw.rawPayload)).result).toMatchObject({ created: 0, failed: 3 })
  })

  it.each(['csv', 'xlsx'])('of an export changes nothing (%s)', async format => {
    const { token } = await aUser(app)
    await importLeads(app, token, sampleLeads(120))
    const before = await fetchAllLeads(app, token, { sort: 'createdAt' })
    const { raw } = await call(leadsApi.export, { token, query: { format } })
    const done = await importFile(app, token, raw.rawPayload, { policy: 'overwrite' })
    expect([done.result.created, done.result.failed]).toEqual([0, 0])
    const after = await fetchAllLeads(app, token, { sort: 'createdAt' })
    expect(after.map(lead => (lead.version > 1 ? lead : undefined)).filter(Boolean)).toEqual([])
    expect(after).toEqual(before)
  })

  it('continues after a crash without repeating a row', async () => {
    const { token } = await aUser(app)
    const lines = Array.from({ length: 1700 }, (_, index) => `Lead ${index};l${index}@exemplo.com`)
    const { _id: id } = await uploadFile(app, token, csv('Nome;E-mail', ...lines))
    await call(importsApi.start, { token, params: { id } })
    // The second batch fails midway, as in a crash.
    let chunks = 0
    const rows: typeof db.transactionFrom = (first, work) => {
      if (++chunks === 3) return Promise.reject(new Error('killed'))
      return db.transactionFrom(first, work)
    }
    const broken = { ...app, services: { ...app.services, db: { ...db, transactionFrom: rows } } }
    await expect(runImportJobs(broken)).rejects.toThrow('killed')
    expect((await findImport(app, token, id)).result.created).toBe(999)
    await db.run("update jobs set due_at = now() - interval '1 minute' where name = 'import'")
    await runImportJobs(app)
    expect(await findImport(app, token, id)).toMatchObject({ state: 'done', result: { created: 1700, failed: 0 } })
    expect((await call(leadsApi.stats, { token })).data.total).toBe(1700)
  })

  it('is deleted with its account', async () => {
    const { token, password } = await aUser(app)
    const { _id: id } = await importFile(app, token, csv('Nome;E-mail', 'Ana;a@exemplo.com', ';sem arroba'))
    expect((await call(accountApi.remove, { token, body: { password } })).status).toBe(204)
    expect(await db.rows('select from imports where id = $1', [id])).toEqual([])
    expect(await db.rows('select from imported_leads where import_id = $1', [id])).toEqual([])
  })

  it('is not visible to another account', async () => {
    const [{ token }, other] = [await aUser(app), await aUser(app)]
    const { _id: id } = await uploadFile(app, token, csv('Nome;E-mail', 'Ana;a@exemplo.com'))
    expect((await call(importsApi.find, { token: other.token, params: { id } })).status).toBe(404)
    expect((await call(importsApi.list, { token: other.token })).data.imports).toEqual([])
  })
})

describe('an incomplete lead', () => {
  it('can be moved and changed, and what is filled cannot be emptied', async () => {
    const { token } = await aUser(app)
    await importFile(app, token, csv('Nome;Telefone', 'Ana;11987654321'))
    const [lead] = await fetchAllLeads(app, token)
    const params = { id: lead?._id ?? '' }
    expect((await call(leadsApi.update, { token, params, body: { status: 'ganho' } })).status).toBe(200)
    const body = { ...lead, negocio: 'Padaria', status: 'ganho' }
    expect((await call(leadsApi.replace, { token, params, body })).data).toMatchObject({
      negocio: 'Padaria',
      email: '',
    })
    const emptied = await call(leadsApi.replace, { token, params, body: { ...body, nome: '', negocio: '' } })
    expect([emptied.status, emptied.error.fields]).toEqual([
      400,
      { nome: 'Informe o nome', negocio: 'Informe o negócio ou nicho' },
    ])
  })
})

describe('the files of an account', () => {
  const create = (token: string, bytes: number) =>
    call(importsApi.create, { token, body: { fileName: 'leads.csv', bytes } })
  const storedBytes = async (accountId: string) =>
    (
      await db.row<{ bytes: number }>(
        'select coalesce(sum(length(content)), 0)::bigint as bytes from import_parts where account_id = $1',
        [accountId],
      )
    )?.bytes

  it('are deleted when another import begins before theirs has started', async () => {
    const { token, account } = await aUser(app)
    const first = (await create(token, 10)).data
    const upload = (id: string, part: string) =>
      app.app.inject({
        method: 'PUT',
        url: `/api/imports/${id}/parts/${part}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        payload: Buffer.alloc(10, 'a'),
      })
    expect((await upload(first._id, '0')).statusCode).toBe(204)
    expect((await upload(first._id, '1')).statusCode).toBe(400)
    expect(await storedBytes(account._id)).toBe(10)
    await create(token, 10)
    expect(await storedBytes(account._id)).toBe(0)
    expect((await findImport(app, token, first._id)).state).toBe('canceled')
  })

  it('are deleted when their import starts or is canceled', async () => {
    const { token, account } = await aUser(app)
    const file = csv('Nome;E-mail', 'Ana;ana@exemplo.com')
    for (const end of [importsApi.cancel, importsApi.start]) {
      const { _id: id } = await uploadFile(app, token, file)
      expect(await storedBytes(account._id)).toBe(file.length)
      expect((await call(end, { token, params: { id } })).status).toBe(200)
      expect(await storedBytes(account._id)).toBe(0)
    }
  })

  it('are deleted within an hour where an earlier release left them behind', async () => {
    const { token, account } = await aUser(app)
    const { _id: done } = await importFile(app, token, csv('Nome;E-mail', 'Ana;ana@exemplo.com'))
    const { _id: canceled } = await uploadFile(app, token, csv('Nome;E-mail', 'Bia;bia@exemplo.com'))
    await call(importsApi.cancel, { token, params: { id: canceled } })
    const waiting = csv('Nome;E-mail', 'Caio;caio@exemplo.com')
    await uploadFile(app, token, waiting)
    for (const id of [done, canceled])
      await upsertPart(db, { account_id: account._id, id }, 0, Buffer.from('Nome;E-mail'))
    await maintainImports(app.services, async () => {})
    expect(await storedBytes(account._id)).toBe(waiting.length)
  })

  it('leave rows for an undo, which are deleted some at a time once it is over', async () => {
    const { token } = await aUser(app)
    await importFile(app, token, csv('Nome;E-mail', 'Ana;ana@exemplo.com', 'Bia;bia@exemplo.com'))
    const later = new Date(Date.now() + 60_000)
    const remove = () => removeOldRows(db, 'imported_leads', later, 1)
    expect((await remove()) + (await remove())).toBe(2)
  })

  it('are limited per day', async () => {
    const { token } = await aUser(app)
    for (let count = 0; count < 3; count++) expect((await create(token, 30_000_000)).status).toBe(201)
    const { status, error } = await create(token, 10_000_001)
    expect([status, error.code]).toEqual([413, 'payload_too_large'])
    expect(error.message).toContain('100 MB em 24 horas')
    expect((await create(token, 10_000_000)).status).toBe(201)
  })
})
