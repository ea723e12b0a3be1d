import { Readable } from 'node:stream'
import type { accountApi } from '#contract/auth/account.ts'
import type { Caller } from '../auth/access.ts'
import { confirmPassword } from '../auth/confirm-password.ts'
import { listSessions } from '../auth/session-store.ts'
import { sessionCutoffs } from '../auth/session-token.ts'
import { readFiscalData } from '../billing/fiscal/change-fiscal-data.ts'
import { maxInvoices } from '../billing/invoices/get-invoices.ts'
import type { BillingServices } from '../billing/routes.ts'
import { listInvoices } from '../billing/stores/invoice-store.ts'
import { listSubscriptions } from '../billing/stores/store.ts'
import { exportBrand } from '../brand/store.ts'
import { logSecurityEvent } from '../http/log/request-log.ts'
import type { Handlers } from '../http/mount.ts'
import { streamLeadPages } from '../leads/export/export-leads.ts'
import { viewOf } from '../leads/read/visibility.ts'
import { listLostReasons } from '../lost-reasons/store.ts'
import { streamConversations } from '../story/export-conversations.ts'
import { listTemplates } from '../templates/store.ts'
import { streamAccountJson } from './account-export.ts'
import { deleteAccount } from './delete-account.ts'

export const accountRoutes: Handlers<typeof accountApi, Caller, BillingServices> = {
  export: async ({ db, caller, now, reply }) => {
    const { accountId, identityId, sessionId, user } = caller
    const parts = {
      user,
      sessions: await listSessions(db, identityId, sessionId, ...sessionCutoffs(now())),
      subscriptions: await listSubscriptions(db, accountId),
      invoices: await listInvoices(db, accountId, maxInvoices),
      lostReasons: await listLostReasons(db, accountId),
      templates: await listTemplates(db, accountId),
      brand: (await exportBrand(db, accountId)) ?? null,
      fiscalData: await readFiscalData({ db }, accountId),
    }
    const leads = await streamLeadPages(db, viewOf(caller))
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="meus-dados.json"')
    return reply.send(Readable.from(streamAccountJson(parts, leads, streamConversations(db, accountId))))
  },
  remove: async ({ caller, body, request, ...services }) => {
    await confirmPassword(services, caller, body.password, request)
    await deleteAccount(services, caller.accountId)
    logSecurityEvent(request, 'account_deleted')
  },
}
