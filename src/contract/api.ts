import { accountApi } from './account.ts'
import { adminApi } from './admin.ts'
import { authApi } from './auth.ts'
import { billingApi } from './billing.ts'
import { healthApi } from './health.ts'
import { leadsApi } from './leads.ts'

/** Table of contents: every call there is. The server mounts it, the API document and the access matrix walk it. */
export const api = {
  auth: authApi,
  account: accountApi,
  billing: billingApi,
  leads: leadsApi,
  admin: adminApi,
  health: healthApi,
}
