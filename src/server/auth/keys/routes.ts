import { entitlements } from '#contract/billing/entitlements.ts'
import type { keysApi } from '#contract/keys/keys.ts'
import { logSecurityEvent } from '../../http/log/request-log.ts'
import type { Handlers } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../access.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './manage-keys.ts'

export const keyRoutes: Handlers<typeof keysApi, Caller, Services> = {
  list: async ({ caller, ...services }) => ({
    keys: await listApiKeys(services, caller.accountId),
    limit: entitlements(caller.user, services.now()).apiKeys,
  }),
  create: async ({ caller, body, request, ...services }) => {
    const created = await createApiKey(services, caller, body, request)
    logSecurityEvent(request, 'key_created')
    return created
  },
  revoke: async ({ caller, params, request, ...services }) => {
    await revokeApiKey(services, caller, params.id, request.ip)
    logSecurityEvent(request, 'key_revoked')
  },
}
