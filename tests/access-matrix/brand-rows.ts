import { subscribe } from '#server/testing/factories.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { everybody, owners, type Row, row } from './row.ts'

/** The smallest PNG. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const noLogo = everybody.map(() => 404) as unknown as Row['statuses']

export const brandRows = (app: TestApp) => {
  /** Subscribes the caller first if the caller is an owner. */
  const withBrand =
    (request: ReturnType<Row['request']>): Row['request'] =>
    async (_, caller) => {
      if (caller?.member.team_role === 'owner') await subscribe(app, caller.user, 'enterprise')
      return request
    }
  return {
    'brand.find': row(owners),
    'brand.change': row(owners, withBrand({ body: { nome: 'Padaria Sol', color: '#aa3300' } })),
    'brand.changeLogo': row(owners, withBrand({ body: logo, headers: { 'content-type': 'application/octet-stream' } })),
    'brand.removeLogo': row(owners),
    'brand.viewLogo': row(noLogo, lead => ({ params: { accountId: lead._id, sha: 'a'.repeat(64) } })),
  }
}
