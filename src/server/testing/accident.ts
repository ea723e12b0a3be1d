import { expect } from 'vitest'
import { bulkApi } from '#contract/bulk/bulk.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { aBackup } from './account-backups.ts'
import { aLead, anExportedLead, aSubscriber, fetchAllLeads, importLeads, type Person } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** What a restore promises to bring back. */
const content = ({ version: _v, updatedAt: _u, stageSince: _s, isStageSinceExact: _e, ...fields }: Lead) => fields
export const readContent = async (app: TestApp, { token }: Person) =>
  (await fetchAllLeads(app, token)).map(content).toSorted((one, other) => (one._id < other._id ? -1 : 1))

/** 600 leads with a backup; then 300 are removed, 50 changed and 20 added. */
export const anAccident = async (app: TestApp) => {
  const { call } = app
  const owner = await aSubscriber(app, 'pro')
  const { token } = owner
  const leads = await importLeads(
    app,
    token,
    Array.from({ length: 600 }, (_, index) =>
      anExportedLead({ nome: `Lead ${index}`, telefone: `1198${1_000_000 + index}` }),
    ),
  )
  const before = await readContent(app, owner)
  const backupId = await aBackup(app, owner)
  const [removed, changed] = [leads.slice(0, 300), leads.slice(300, 350)]
  const idsOf = (some: readonly Lead[]) => some.map(({ _id }) => _id)
  await call(bulkApi.remove, { token, body: { ids: idsOf(removed) } })
  await call(bulkApi.move, { token, body: { ids: idsOf(changed.slice(0, 25)), to: 'perdido' } })
  for (const { _id: id, nome } of changed.slice(25))
    await call(leadsApi.update, { token, params: { id }, body: { nome: `${nome} mudou`, valorServico: 1 } })
  const added = []
  for (let index = 0; index < 20; index++) added.push(await aLead(app, token, { nome: `Novo ${index}` }))
  return { owner, backupId, before, removed, changed, added, after: await readContent(app, owner) }
}

/** Half of the removed leads are not even in the trash anymore. */
export const emptyHalfOfTrash = ({ db }: TestApp, { account }: Person, removed: readonly Lead[]) =>
  db.run(
    'update removed_leads set lead = null, user_id = null, removed_at = null where account_id = $1 and id = any ($2)',
    [account._id, removed.slice(0, 150).map(({ _id }) => _id)],
  )

export const expectTotalsOfLeads = async ({ db }: TestApp, { account }: Person) => {
  const kept = await db.rows(
    `select owner_key, status, count, valor_centavos, bytes from lead_totals
      where account_id = $1 and count > 0 order by 1, 2`,
    [account._id],
  )
  const recount = await db.rows(
    `select owner_key(user_id), status, count(*) as count, sum(valor_servico_centavos)::bigint as valor_centavos,
            sum(lead_bytes(leads))::bigint as bytes
       from leads where account_id = $1 group by 1, 2 order by 1, 2`,
    [account._id],
  )
  expect(kept).toEqual(recount)
}
