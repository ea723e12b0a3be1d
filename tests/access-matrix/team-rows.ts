import { randomUUID } from 'node:crypto'
import { aMember, aRegistration, type Person } from '#server/testing/factories.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { managers, managersWithAccess, nobody, owners, ownersNoContent, type Row, row, signedIn } from './row.ts'

const anInvitation = () => ({ email: aRegistration().email, team_role: 'seller' as const })
const unknownLink = { token: 'x'.repeat(43) }

const ofInvite =
  (app: TestApp): Row['request'] =>
  async (_, caller) => {
    const id = randomUUID()
    if (caller) {
      await app.db.run(
        `insert into invites (account_id, id, email, team_role, invited_by, created_at, expires_at)
         values ($1, $2, $3, 'seller', $4, now(), now() + interval '1 day')`,
        [caller.account._id, id, anInvitation().email, caller.member._id],
      )
    }
    return { params: { id } }
  }

/** Adds a seller to the caller's account. */
const aColleagueId = async (app: TestApp, caller: Person | undefined) =>
  caller ? (await aMember(app, caller, 'seller')).member._id : randomUUID()
const ofColleague =
  (app: TestApp, body: object): Row['request'] =>
  async (_, caller) => ({ params: { id: await aColleagueId(app, caller) }, body })

export const teamRows = (app: TestApp) => ({
  'team.list': row(signedIn),
  'team.invite': row([401, 201, 402, 201, 403, 403, 402, 403, 201, 201], () => ({ body: anInvitation() })),
  'team.resendInvite': row(managersWithAccess, ofInvite(app)),
  'team.removeInvite': row([401, 204, 204, 204, 403, 403, 204, 403, 204, 204], ofInvite(app)),
  'team.viewInvite': row(nobody, () => ({ body: unknownLink })),
  'team.acceptInvite': row([401, 400, 400, 400, 400, 400, 400, 400, 400, 400], () => ({
    body: unknownLink,
  })),
  'team.joinByInvite': row(nobody, () => ({ body: { ...unknownLink, nome: 'Ana', password: 'segredo1' } })),
  'team.changeRole': row(ownersNoContent, ofColleague(app, { team_role: 'manager' })),
  'team.orderSeats': row(ownersNoContent, async (_, caller) => ({
    body: { members: [await aColleagueId(app, caller)] },
  })),
  'team.removeMember': row(managers, ofColleague(app, { leadsTo: null })),
  'team.leave': row([401, 409, 409, 204, 204, 204, 204, 204, 409, 409]),
  'team.transfer': row(ownersNoContent, async (_, caller) => ({
    body: { to: await aColleagueId(app, caller), password: caller?.password ?? 'segredo1' },
  })),
  'team.changeSettings': row(owners, () => ({
    body: { nome: 'Padaria Sol', timezone: 'America/Manaus', sellers_see: 'all', sellers_take_unassigned: true },
  })),
  'team.trail': row(owners),
})
