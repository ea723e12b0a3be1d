import { Readable } from 'node:stream'
import type { accountApi } from '#contract/account.ts'
import type { Caller } from '../auth/access.ts'
import { aliveSince } from '../auth/access.ts'
import { verifyPassword } from '../auth/password.ts'
import { findUser, listSessions, removeAccount } from '../auth/store.ts'
import { AppError } from '../errors.ts'
import type { Routes } from '../http/mount.ts'
import { allLeads } from '../leads/export-leads.ts'
import type { Services } from '../services.ts'
import { accountAsJson } from './account-as-json.ts'

export const accountRoutes: Routes<typeof accountApi, Caller, Services> = {
  export: async ({ db, caller, now, reply }) => {
    const { accountId, userId, sessionId, user } = caller
    const sessions = await listSessions(db, accountId, userId, sessionId, ...aliveSince(now()))
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="meus-dados.json"')
    return reply.send(Readable.from(accountAsJson(user, sessions, allLeads(db, accountId))))
  },
  remove: async ({ db, caller, body }) => {
    const row = await findUser(db, caller.accountId, caller.userId)
    if (!(await verifyPassword(row?.password_hash, body.password))) throw new AppError('wrong_password')
    await removeAccount(db, caller.accountId)
  },
}
