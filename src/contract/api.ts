import { accountBackupsApi } from './account-backups/account-backups.ts'
import { adminApi } from './admin.ts'
import { accountApi } from './auth/account.ts'
import { authApi } from './auth/auth.ts'
import { authAccountsApi } from './auth/auth-accounts.ts'
import { billingApi } from './billing/billing.ts'
import { fiscalDataApi } from './billing/fiscal-data.ts'
import { brandApi } from './brand/brand.ts'
import { bulkApi } from './bulk/bulk.ts'
import { captureApi, publicCaptureApi } from './capture/capture.ts'
import { digestApi } from './digest/digest.ts'
import { duplicatesApi } from './duplicates/duplicates.ts'
import { healthApi } from './health.ts'
import { keysApi } from './keys/keys.ts'
import { leadsApi } from './leads/leads.ts'
import { liveApi } from './live/live.ts'
import { lostReasonsApi } from './lost-reasons/lost-reasons.ts'
import { notificationsApi } from './notifications/notifications.ts'
import { privacyApi } from './privacy/privacy.ts'
import { reportsApi } from './reports/reports.ts'
import { importsApi } from './spreadsheets/imports.ts'
import { stageLimitsApi } from './stage-limits/stage-limits.ts'
import { storyApi } from './story/story.ts'
import { supportApi } from './support/support.ts'
import { teamApi } from './team/team.ts'
import { templatesApi } from './templates/templates.ts'
import { todayApi } from './today/today.ts'
import { webhooksApi } from './webhooks/webhooks.ts'

/** Lists every endpoint. The server mounts them; the API document and the access tests iterate over them. */
export const api = {
  auth: { ...authApi, ...authAccountsApi },
  account: accountApi,
  accountBackups: accountBackupsApi,
  billing: billingApi,
  fiscalData: fiscalDataApi,
  leads: leadsApi,
  bulk: bulkApi,
  duplicates: duplicatesApi,
  story: storyApi,
  lostReasons: lostReasonsApi,
  templates: templatesApi,
  stageLimits: stageLimitsApi,
  today: todayApi,
  notifications: notificationsApi,
  reports: reportsApi,
  digest: digestApi,
  brand: brandApi,
  support: supportApi,
  team: teamApi,
  imports: importsApi,
  live: liveApi,
  keys: keysApi,
  privacy: privacyApi,
  capture: captureApi,
  publicCapture: publicCaptureApi,
  webhooks: webhooksApi,
  admin: adminApi,
  health: healthApi,
}
