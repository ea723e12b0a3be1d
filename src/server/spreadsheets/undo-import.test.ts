import { describe, expect, it } from 'vitest'
import { stageOf } from '#contract/leads/lead-status.ts'
import { leadTrashApi } from '#contract/leads/lead-trash.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { storyApi } from '#contract/story/story.ts'
import { teamApi } from '#contract/team/team.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { normalizeForSearch } from '#contract/values/text.ts'
import { aLead, aMember, aUser, fetchAllLeads, type Person } from '../testing/factories.ts'
import { importFile, undoImport } from '../testing/import-file.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db } = app

const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const namesOf = (leads: Lead[]) => leads.map(({ nome }) => nome).toSorted()

/** The stored rows of leads as text, without what goes on with each write. */
const storedRows = ({ account }: Person, omitted: readonly string[] = []) =>
  db.rows<{ lead: string }>(
    `select (to_jsonb(l) - $2::text[])::text as lead from leads l where account_id = $1 order by id`,
    [account._id, omitted],
  )
const written = ['version', 'updated_at']

describe('undoing an import', () => {
  it('removes new leads, restores changed ones, and keeps what was changed since', async () => {
    const { token } = await aUser(app)
    const changed = await aLead(app, token, { nome: 'Mudou', email: 'mudou@exemplo.com', telefone: '1133330001' })
    const touched = await aLead(app, token, { nome: 'Mexido', email: 'mexido@exemplo.com', telefone: '1133330002' })
    const file = csv(
      'Nome;E-mail;Forma de pagamento',
      'Mudou 2;mudou@exemplo.com;Pix',
      'Mexido 2;mexido@exemplo.com;Pix',
      'Novo;novo@exemplo.com;',
      'Novo mexido;novo.mexido@exemplo.com;',
      'Novo movido;novo.movido@exemplo.com;',
    )
    const { _id: id } = await importFile(app, token, file, { policy: 'overwrite' })
    const leads = await fetchAllLeads(app, token)
    const idOf = (nome: string) => leads.find(lead => lead.nome === nome)?._id ?? ''
    const patch = (nome: string, body: object) => call(leadsApi.update, { token, params: { id: idOf(nome) }, body })
    await patch('Mexido 2', { nome: 'Mexido por mim' })
    await patch('Novo mexido', { negocio: 'Oficina' })
    await patch('Novo movido', { status: 'ganho' })

    const undone = await undoImport(app, token, id)
    expect(undone).toMatchObject({ state: 'undone', undoUntil: null, undo: { removed: 1, restored: 1, kept: 3 } })
    expect(undone.undo?.keptLeads.map(({ nome }) => nome).toSorted()).toEqual([
      'Mexido por mim',
      'Novo mexido',
      'Novo movido',
    ])
    const after = await fetchAllLeads(app, token)
    expect(namesOf(after)).toEqual(['Mexido por mim', 'Mudou', 'Novo mexido', 'Novo movido'])
    const { version, updatedAt, ...fields } = after.find(({ _id }) => _id === changed._id) as Lead
    expect({ ...fields, version: 1, updatedAt: changed.updatedAt }).toEqual(changed)
    expect([version, updatedAt > changed.updatedAt]).toEqual([3, true])
    expect(after.find(({ _id }) => _id === touched._id)?.formaPagamento).toBe('Pix')
    const trash = (await call(leadsApi.trash, { token })).data.leads
    expect(trash.map(({ lead }) => lead.nome)).toEqual(['Novo'])
  })

  it('is possible for 30 days', async () => {
    const { token } = await aUser(app)
    const { _id: id } = await importFile(app, token, csv('Nome;E-mail', 'Ana;a@exemplo.com'))
    const now = app.clock.now
    app.clock.now = new Date(now.getTime() + 31 * 24 * 60 * 60 * 1000)
    const { status, error } = await call(importsApi.undo, { token, params: { id } })
    app.clock.now = now
    expect([status, error.code]).not.toEqual([200, undefined])
    expect((await call(leadsApi.stats, { token })).data.total).toBe(1)
  })

  it('restores every column of a changed lead byte for byte', async () => {
    const owner = await aUser(app)
    const { token, account } = owner
    const leads = [
      await aLead(app, token, { email: 'um@exemplo.com', status: 'perdido' }),
      await aLead(app, token, { email: 'dois@exemplo.com', naoContatar: true, dataFechamento: '2026-12-24' }),
      await aLead(app, token, { email: 'tres@exemplo.com', valorServico: 0.1 }),
    ]
    const [lost, won, odd] = leads.map(({ _id }) => _id)
    const step = { kind: 'ligar', day: '2026-12-01', time: '14:30', texto: 'Levar proposta' }
    await call(storyApi.setNextStep, { token, params: { id: won ?? '' }, body: { step } })
    await db.run(
      `update leads set lost_note = ' Caro\n', lost_reason_id = (select id from lost_reasons where account_id = $1 limit 1)
        where id = $2`,
      [account._id, lost],
    )
    // Rows of earlier releases may have white space, decomposed accents and a legacy status.
    const [nome, negocio] = [' Joa\u0303o\t', '=1+1']
    await db.run(
      `update leads set nome = $2, negocio = $3, descricao_servico = $4, busca = $5, status = $6, stage = $7,
              forma_pagamento = '' where id = $1`,
      [
        odd,
        nome,
        negocio,
        'Linha 1\r\nLinha 2 🏡 "aspas"; \\ $&',
        normalizeForSearch([nome, negocio, 'tres@exemplo.com'].join('\n')),
        'proposta-aceita',
        stageOf('proposta-aceita'),
      ],
    )
    const before = await storedRows(owner, written)
    const file = csv(
      'Nome;E-mail;Valor;Etapa;Forma de pagamento;Prazo;Fechamento;Observações',
      ...['um', 'dois', 'tres'].map(
        name => `Outro;${name}@exemplo.com;9,99;Negociação;Pix;Já;01/02/2027;Nova descrição`,
      ),
    )
    const { _id: id, result } = await importFile(app, token, file, { policy: 'overwrite' })
    expect(result).toMatchObject({ created: 0, updated: 3, failed: 0 })
    expect((await undoImport(app, token, id)).undo).toEqual({ removed: 0, restored: 3, kept: 0, keptLeads: [] })
    const stage = ['stage_since', 'stage_since_exact']
    const without = ({ lead }: { lead: string }) =>
      Object.fromEntries(Object.entries(JSON.parse(lead)).filter(([column]) => !stage.includes(column)))
    expect((await storedRows(owner, written)).map(without)).toEqual(before.map(without))
  })

  it('leaves leads as they are byte for byte that were edited, moved, assigned, removed or restored since', async () => {
    const owner = await aUser(app)
    const { token } = owner
    const seller = await aMember(app, owner, 'seller')
    const changed = await aLead(app, token, { nome: 'Antigo', email: 'antigo@exemplo.com' })
    const gone = await aLead(app, token, { nome: 'Antigo excluído', email: 'excluido@exemplo.com' })
    const names = ['Editado', 'Movido', 'Atribuído', 'Excluído', 'Restaurado']
    const rows = names.map((name, index) => `${name};novo${index}@exemplo.com`)
    const file = csv('Nome;E-mail', 'Mudado;antigo@exemplo.com', 'Mudado e excluído;excluido@exemplo.com', ...rows)
    const { _id: id } = await importFile(app, token, file, { policy: 'overwrite' })
    const imported = await fetchAllLeads(app, token)
    const at = (nome: string) => ({ token, params: { id: imported.find(lead => lead.nome === nome)?._id ?? '' } })
    await call(leadsApi.update, { ...at('Mudado'), body: { valorServico: 7 } })
    await call(leadsApi.update, { ...at('Editado'), body: { negocio: 'Oficina' } })
    await call(leadsApi.update, { ...at('Movido'), body: { status: 'ganho' } })
    await call(leadsApi.assign, { token, body: { ids: [at('Atribuído').params.id], to: seller.member._id } })
    for (const nome of ['Excluído', 'Restaurado', 'Mudado e excluído']) await call(leadsApi.remove, at(nome))
    await call(leadTrashApi.restore, at('Restaurado'))
    const before = await storedRows(owner)
    const trash = () => db.rows('select * from removed_leads where account_id = $1 order by id', [owner.account._id])
    const removed = await trash()

    const { undo } = await undoImport(app, token, id)
    expect(undo).toMatchObject({ removed: 0, restored: 0, kept: 5 })
    expect(undo?.keptLeads.map(({ nome }) => nome).toSorted()).toEqual(
      ['Atribuído', 'Editado', 'Mudado', 'Movido', 'Restaurado'].toSorted(),
    )
    expect(await storedRows(owner)).toEqual(before)
    expect(await trash()).toEqual(removed)
    expect(before).toHaveLength(5)
    expect(removed).toHaveLength(2)
    expect([changed.version, gone.version]).toEqual([1, 1])
  })

  it('leaves one entry in the trail of the account, by the member who requested it', async () => {
    const owner = await aUser(app)
    const manager = await aMember(app, owner, 'manager', 'Rui Lima')
    const file = csv('Nome;E-mail', 'Ana;a@exemplo.com', 'Bia;b@exemplo.com')
    const { _id: id } = await importFile(app, owner.token, file)
    await undoImport(app, manager.token, id)
    expect((await call(importsApi.undo, { token: owner.token, params: { id } })).error.code).toBe('import_busy')
    const { entries } = (await call(teamApi.trail, { token: owner.token })).data
    const on = toDateIn(owner.account.timezone, app.clock.now)
    expect(entries.map(({ action, actor, details }) => ({ action, by: actor.nome, details }))).toEqual([
      { action: 'undo-import', by: 'Rui Lima', details: { on, removed: '2', restored: '0', kept: '0' } },
    ])
  })
})
