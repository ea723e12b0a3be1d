import { randomUUID } from 'node:crypto'
import { subscribe } from '#server/testing/factories.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { owners, ownersNoContent, type Row, row } from './row.ts'

const created = owners.map(status => (status === 200 ? 201 : status)) as unknown as Row['statuses']

/** A key that exists, if the caller has an account with one. */
const ofKey =
  (app: TestApp): Row['request'] =>
  async (_, caller) => {
    const id = randomUUID()
    if (caller) {
      await app.db.run(
        `insert into api_keys (account_id, id, nome, key_hash, last4, scopes, created_by, created_at)
         values ($1, $2::uuid, 'n8n', sha256(uuid_send($2::uuid)), 'a1B2', '{leads:read}', $3, now())`,
        [caller.account._id, id, caller.member._id],
      )
    }
    return { params: { id } }
  }

export const keyRows = (app: TestApp) => ({
  'keys.list': row(owners),
  'keys.create': row(created, async (_, caller) => {
    if (caller?.member.team_role === 'owner') await subscribe(app, caller.user, 'enterprise')
    return { body: { nome: 'n8n', scopes: ['leads:read'], password: caller?.password ?? 'segredo1' } }
  }),
  'keys.revoke': row(ownersNoContent, ofKey(app)),
})
