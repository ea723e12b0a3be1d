import { createHash } from 'node:crypto'
import { entitlements, includes } from '#contract/billing/entitlements.ts'
import { type Brand, type brandApi, logoUrl } from '#contract/brand/brand.ts'
import type { Caller } from '../auth/access.ts'
import { lockAccount } from '../auth/account-store.ts'
import { AppError, requirePlan } from '../errors.ts'
import { mergeChange } from '../http/merge-change.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { readLogo } from './read-logo.ts'
import { findBrand, findLogo, saveBrand, saveLogo } from './store.ts'

type Call = Services & { caller: Caller }

const heldBy = ({ caller: { user }, now }: Call) => entitlements(user, now())
const writeOf = ({ caller: { accountId, userId }, now }: Call) => ({ accountId, userId, now: now() })

const readBrand = async (call: Call): Promise<Brand> => {
  const { accountId } = call.caller
  const { nome = null, color = null, logo_sha: sha = null } = (await findBrand(call.db, accountId)) ?? {}
  return { nome, color, logo: sha && logoUrl(accountId, sha), isShown: includes(heldBy(call), 'brand') }
}

export const brandRoutes: Handlers<typeof brandApi, Caller, Services> = {
  find: readBrand,
  change: async call => {
    requirePlan(heldBy(call), 'brand')
    const { was, ...form } = call.body
    await call.db.transaction(async tx => {
      if (!(await lockAccount(tx, call.caller.accountId))) throw new AppError('session_expired')
      const { nome = null, color = null } = (await findBrand(tx, call.caller.accountId)) ?? {}
      await saveBrand(tx, writeOf(call), mergeChange({ nome, color }, form, was))
    })
    return readBrand(call)
  },
  changeLogo: async call => {
    requirePlan(heldBy(call), 'brand')
    const { body } = call.request
    if (!Buffer.isBuffer(body)) throw new AppError('validation_failed')
    const bytes = await readLogo(body)
    await saveLogo(call.db, writeOf(call), { bytes, sha: createHash('sha256').update(bytes).digest('hex') })
    return readBrand(call)
  },
  removeLogo: async call => {
    await saveLogo(call.db, writeOf(call), null)
    return readBrand(call)
  },
  viewLogo: async ({ db, params: { accountId, sha }, reply }) => {
    const logo = await findLogo(db, accountId, sha)
    if (!logo) throw new AppError('not_found')
    return reply.type('image/png').header('cache-control', 'public, max-age=31536000, immutable').send(logo)
  },
}
