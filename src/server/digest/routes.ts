import type { digestApi } from '#contract/digest/digest.ts'
import type { Caller } from '../auth/access.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { endDigest, isDigestWanted, isUnsubscribeLink, saveDigestWanted } from './store.ts'
import { sendUnsubscribePage } from './unsubscribe-page.ts'

export const digestRoutes: Handlers<typeof digestApi, Caller, Services> = {
  find: async ({ db, caller: { accountId, userId, settings } }) => ({
    isWanted: await isDigestWanted(db, accountId, userId),
    hour: settings.digestHour,
  }),
  change: async ({ db, caller: { accountId, userId, settings }, body: { isWanted } }) => {
    await saveDigestWanted(db, accountId, userId, isWanted)
    return { isWanted, hour: settings.digestHour }
  },
  viewUnsubscribe: async ({ db, settings, query, reply }) =>
    sendUnsubscribePage(reply, (await isUnsubscribeLink(db, query)) ? 'ask' : 'unknown', settings),
  unsubscribe: async ({ db, settings, query, reply }) =>
    sendUnsubscribePage(reply, (await endDigest(db, query)) ? 'done' : 'unknown', settings),
}
