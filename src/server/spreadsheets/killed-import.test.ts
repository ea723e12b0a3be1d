import { expect, it } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { aLead, aUser, fetchAllLeads, type Person } from '../testing/factories.ts'
import { findImport, runImportJobs } from '../testing/import-file.ts'
import { runAndKill } from '../testing/run-and-kill.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db } = app

const existing = 40
const rows = 1200
const file = Buffer.from(
  [
    'Nome;E-mail;Valor;Etapa',
    ...Array.from({ length: rows }, (_, index) => {
      const email = index % 100 === 99 ? 'sem arroba' : `l${index % 1100}@exemplo.com`
      return `Lead ${index};${email};${index},50;${index % 3 ? 'Novo' : 'Fechado'}`
    }),
  ].join('\r\n'),
)

/** An account with leads that the file changes. */
const anAccount = async (): Promise<Person> => {
  const person = await aUser(app)
  for (let index = 0; index < existing; index++)
    await aLead(app, person.token, { nome: `Antigo ${index}`, email: `l${index * 20}@exemplo.com`, telefone: '1' })
  return person
}

const upload = async ({ token }: Person): Promise<string> => {
  const { data } = await call(importsApi.create, { token, body: { fileName: 'leads.csv', bytes: file.length } })
  const headers = { 'content-type': 'application/octet-stream' }
  await call(importsApi.upload, { token, params: { id: data._id, part: '0' }, body: file, headers })
  await call(importsApi.configure, { token, params: { id: data._id }, body: { policy: 'overwrite' } })
  return data._id
}

const contentOf = async ({ token }: Person) => {
  const leads = await fetchAllLeads(app, token, { sort: 'nome' })
  return leads.map(({ nome, email, valorServico, status, version }: Lead) => [
    nome,
    email,
    valorServico,
    status,
    version,
  ])
}

/** Maintained totals next to a recount, and how many leads the feed says that the import wrote. */
const figuresOf = async ({ account }: Person) => ({
  kept: await db.rows(
    `select owner_key, status, stage, count, valor_centavos, bytes from lead_totals
      where account_id = $1 and count > 0 order by 1, 2`,
    [account._id],
  ),
  recount: await db.rows(
    `select owner_key(user_id), status, stage, count(*) as count, sum(valor_servico_centavos)::bigint as valor_centavos,
            sum(lead_bytes(leads))::bigint as bytes
       from leads where account_id = $1 group by 1, 2, 3 order by 1, 2`,
    [account._id],
  ),
  fed: await db.row(`select sum(count)::bigint as count from changes where account_id = $1 and actor_kind = 'import'`, [
    account._id,
  ]),
})

it('an import that is killed at any statement goes on, and is as one that was not', async () => {
  const [killed, whole] = [await anAccount(), await anAccount()]
  const results = []
  for (const [person, kills] of [
    [whole, []],
    [
      killed,
      [
        [9, 20, 31],
        [3, 12, 21, 24, 26],
        [5, 12, 14],
      ],
    ],
  ] as const) {
    const { token } = person
    const id = await upload(person)
    const work = async (points: readonly number[] = []) => {
      for (const statements of points) await runAndKill(db, 'import', statements)
      await runImportJobs(app)
      return findImport(app, token, id)
    }
    const checked = await work(kills[0])
    await call(importsApi.start, { token, params: { id } })
    const done = await work(kills[1])
    const figures = await figuresOf(person)
    const content = await contentOf(person)
    expect(figures.kept).toEqual(figures.recount)
    await call(importsApi.undo, { token, params: { id } })
    const undone = await work(kills[2])
    const after = await figuresOf(person)
    expect(after.kept).toEqual(after.recount)
    results.push({
      check: checked.check,
      result: done.result,
      content,
      fed: figures.fed,
      undo: undone.undo,
      left: await contentOf(person),
    })
  }
  const [expected, seen] = results
  expect(seen).toEqual(expected)
  expect(expected?.result).toMatchObject({ failed: 12 })
  expect(expected?.left).toHaveLength(existing)
})
