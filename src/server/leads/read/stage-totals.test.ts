import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadStatuses, stages } from '#contract/leads/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { maxCentavos } from '#contract/values/money.ts'
import {
  aLead,
  aLeadForm,
  anExportedLead,
  aUser,
  fetchAllLeads,
  importLeads,
  userRow,
} from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call, db } = app
const statsOf = async (token: string, query: Record<string, unknown> = {}) =>
  (await call(leadsApi.stats, { token, query })).data

describe('GET /leads/stats', () => {
  it('returns zeros without leads', async () => {
    const { token } = await aUser(app)
    expect(await statsOf(token)).toEqual({
      total: 0,
      novoLead: 0,
      qualificando: 0,
      contatoEstabelecido: 0,
      propostaEnviada: 0,
      negociacao: 0,
      ganho: 0,
      perdido: 0,
      nurturing: 0,
      valorTotal: 0,
      valorFechados: 0,
      porStatus: stages.map(status => ({ status, count: 0, valor: 0 })),
    })
  })

  it('counts each stage, including its legacy statuses', async () => {
    const { token } = await aUser(app)
    await importLeads(
      app,
      token,
      leadStatuses.map(status => anExportedLead({ status, valorServico: 0.1 })),
    )
    expect(await statsOf(token)).toMatchObject({
      total: 11,
      novoLead: 1,
      qualificando: 1,
      contatoEstabelecido: 1,
      propostaEnviada: 1,
      negociacao: 2,
      ganho: 2,
      perdido: 2,
      nurturing: 1,
      valorTotal: 1.1,
      valorFechados: 0.2,
    })
    expect((await statsOf(token, { status: 'proposta-aceita' })).porStatus[5]).toEqual({
      status: 'ganho',
      count: 1,
      valor: 0.1,
    })
  })

  it('is exact to the cent where floating point is not', async () => {
    const { token } = await aUser(app)
    await importLeads(
      app,
      token,
      Array.from({ length: 1000 }, () => anExportedLead({ valorServico: 0.1 })),
    )
    expect((await statsOf(token)).valorTotal).toBe(100)
    await importLeads(
      app,
      token,
      Array.from({ length: 100 }, () => anExportedLead({ valorServico: maxCentavos / 100 })),
    )
    expect((await statsOf(token)).valorTotal).toBe(100_000_000_099)
  })
})

type Write = (token: string, lead: Lead | undefined) => Promise<unknown>

const status = fc.constantFrom(...leadStatuses)
const valorServico = fc.integer({ min: 0, max: maxCentavos }).map(centavos => centavos / 100)
const ofLead = (lead: Lead) => ({ params: { id: lead._id } })

/** A random write of a random lead. */
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ valorServico, status: fc.constantFrom(...stages) }).map(
    (form): Write =>
      token =>
        call(leadsApi.create, { token, body: aLeadForm(form) }),
  ),
  status.map(
    (moved): Write =>
      async (token, lead) =>
        lead && call(leadsApi.update, { token, ...ofLead(lead), body: { status: moved } }),
  ),
  valorServico.map(
    (edited): Write =>
      async (token, lead) =>
        lead && call(leadsApi.update, { token, ...ofLead(lead), body: { valorServico: edited } }),
  ),
  fc.record({ valorServico, status }).map(
    (form): Write =>
      async (token, lead) =>
        lead && call(leadsApi.replace, { token, ...ofLead(lead), body: { ...aLeadForm(), ...form } }),
  ),
  fc.constant<Write>(async (token, lead) => lead && call(leadsApi.remove, { token, ...ofLead(lead) })),
  fc.array(fc.record({ valorServico, status }), { maxLength: 6 }).map(
    (forms): Write =>
      (token, lead) => {
        const leads = forms.map(form => anExportedLead(form))
        const changed = lead && forms[0] ? [{ ...lead, ...forms[0] }] : []
        return call(leadsApi.sync, { token, body: { leads: [...leads, ...changed] } })
      },
  ),
)

interface Recount {
  stage: string
  count: number
  centavos: number
}

/** Compares list, board, stats and maintained totals with a count of the stored leads. */
const expectAgreement = async (token: string, accountId: string) => {
  const counted = await db.rows<Recount>(
    `select stage, count(*) as count, sum(valor_servico_centavos)::bigint as centavos
       from leads where account_id = $1 group by stage`,
    [accountId],
  )
  const byStage = stages.map(stage => {
    const found = counted.find(row => row.stage === stage)
    return { status: stage, count: found?.count ?? 0, valor: (found?.centavos ?? 0) / 100 }
  })
  const total = byStage.reduce((sum, { count }) => sum + count, 0)
  const centavos = counted.reduce((sum, row) => sum + row.centavos, 0)

  const stats = await statsOf(token)
  expect(stats.porStatus).toEqual(byStage)
  expect(stats).toMatchObject({ total, valorTotal: centavos / 100, valorFechados: byStage[5]?.valor })
  const { columns } = (await call(leadsApi.board, { token, query: { limit: 1 } })).data
  expect(columns.map(column => ({ status: column.status, count: column.total, valor: column.valor }))).toEqual(byStage)
  expect((await call(leadsApi.list, { token })).data.total).toBe(total)
  expect(await fetchAllLeads(app, token)).toHaveLength(total)
  // A filter that matches all leads makes the server count instead of reading the totals.
  expect(await statsOf(token, { dataProspeccaoInicio: '1900-01-01' })).toEqual(stats)
  const negative =
    'select count(*) as count from lead_totals where account_id = $1 and (count < 0 or valor_centavos < 0)'
  expect(await db.row(negative, [accountId])).toEqual({ count: 0 })
  return total
}

describe('totals', () => {
  it.each([1, 2, 3])('equal a recount to the cent after hundreds of writes (%d)', async seed => {
    const { token, user } = await aUser(app)
    const { account_id } = await userRow(app, user)
    const writes = fc.sample(fc.tuple(write, fc.nat()), { numRuns: 300, seed })
    for (let done = 0; done < writes.length; done += 25) {
      const leads = await fetchAllLeads(app, token)
      // Five concurrent writes, as from several tabs and members.
      for (let batch = done; batch < done + 25; batch += 5) {
        const five = writes.slice(batch, batch + 5)
        await Promise.all(five.map(([one, pick]) => one(token, leads[pick % Math.max(leads.length, 1)])))
      }
      await expectAgreement(token, account_id)
    }
    expect(await expectAgreement(token, account_id)).toBeGreaterThan(50)
  })

  it('equal a recount after statements outside the application', async () => {
    const { token, user } = await aUser(app)
    const { account_id } = await userRow(app, user)
    await importLeads(
      app,
      token,
      leadStatuses.map(one => anExportedLead({ status: one })),
    )
    await db.run(`delete from leads where account_id = $1 and stage = 'ganho'`, [account_id])
    await db.run(`update leads set valor_servico_centavos = 7 where account_id = $1`, [account_id])
    expect(await expectAgreement(token, account_id)).toBe(9)
  })

  it('are not affected by other accounts', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    await aLead(app, other.token)
    const before = await statsOf(other.token)
    await aLead(app, person.token)
    const { account_id } = await userRow(app, person.user)
    await db.run('delete from accounts where id = $1', [account_id])
    expect(await statsOf(other.token)).toEqual(before)
    expect(await db.row('select from lead_totals where account_id = $1', [account_id])).toBeUndefined()
  })
})
