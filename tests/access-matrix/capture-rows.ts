import { randomUUID } from 'node:crypto'
import type { Person } from '#server/testing/factories.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { everybody, managers, managersWithAccess, type Row, row, type Statuses, signedIn } from './row.ts'

const withStatus = (statuses: Statuses, status: number) =>
  statuses.map(one => (one === 200 ? status : one)) as unknown as Statuses

const aForm = { nome: 'Site', title: 'Fale com a gente', fields: ['nome', 'telefone'], required: ['nome'] }

/** A form of the caller's account with a submission that waits for its consent. */
const aWaiting = async ({ db }: TestApp, caller: Person | undefined) => {
  const [id, submission, key] = [randomUUID(), randomUUID(), randomUUID()]
  const account = caller?.account._id
  if (account) {
    await db.run(
      `insert into capture_forms (account_id, id, public_key, nome, title, intro, thanks, fields, required, distribution,
                                  member_ids, consent_version, is_active, created_at)
       values ($1, $2, $3, 'Site', 'Contato', '', '', '{nome,telefone}', '{nome}', 'none', '{}', 0, true, '2020-01-01')`,
      [account, id, key],
    )
    await db.run(
      `insert into capture_submissions (account_id, id, form_id, at, outcome, reason, fields)
       values ($1, $2, $3, now(), 'waiting', 'consent', '[["nome", "Bia"], ["telefone", "11 98888-7777"]]')`,
      [account, submission, id],
    )
  }
  return { id, submission, key }
}

const ofForm =
  (app: TestApp, body?: object): Row['request'] =>
  async (_, caller) => ({ params: { id: (await aWaiting(app, caller)).id }, ...(body && { body }) })
const ofSubmission =
  (app: TestApp): Row['request'] =>
  async (_, caller) => ({ params: { id: (await aWaiting(app, caller)).submission } })

/** The form of anybody takes what anybody sends. */
const anywhere =
  (app: TestApp): Row['request'] =>
  async lead => {
    const key = randomUUID()
    await app.db.run(
      `insert into capture_forms (account_id, id, public_key, nome, title, intro, thanks, fields, required, distribution,
                                  member_ids, consent_version, is_active, created_at)
       select account_id, $2, $3, 'Site', 'Contato', '', '', '{nome,telefone}', '{nome}', 'none', '{}', 0, true, now()
         from leads where id = $1`,
      [lead._id, randomUUID(), key],
    )
    return { params: { key }, body: { name: 'Bia', phone: '11 97777-6666' } }
  }

export const captureRows = (app: TestApp) => ({
  'capture.forms': row(managers),
  'capture.createForm': row(withStatus(managersWithAccess, 201), () => ({ body: aForm })),
  'capture.changeForm': row(managersWithAccess, ofForm(app, aForm)),
  'capture.removeForm': row(withStatus(managersWithAccess, 204), ofForm(app)),
  'capture.submissions': row(managers),
  'capture.admit': row(managersWithAccess, ofSubmission(app)),
  'capture.admitAll': row(managersWithAccess),
  'capture.discard': row(withStatus(managers, 204), ofSubmission(app)),
  'capture.turns': row(signedIn),
  'publicCapture.submit': row(everybody, anywhere(app)),
})
