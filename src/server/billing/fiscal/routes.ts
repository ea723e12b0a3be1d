import type { fiscalDataApi } from '#contract/billing/fiscal-data.ts'
import type { Caller } from '../../auth/access.ts'
import type { Handlers } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import type { Payments } from '../stripe/payments.ts'
import { changeFiscalData, readFiscalData } from './change-fiscal-data.ts'

export const fiscalDataRoutes: Handlers<typeof fiscalDataApi, Caller, Services & { payments: Payments | undefined }> = {
  find: async ({ db, caller }) => ({ fiscalData: await readFiscalData({ db }, caller.accountId) }),
  change: async ({ caller, body, payments, request, ...services }) => ({
    fiscalData: await changeFiscalData(services, payments, caller, body, request.ip),
  }),
}
