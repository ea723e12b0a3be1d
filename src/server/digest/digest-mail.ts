import { leadName } from '#contract/leads/lead-name.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { shownBrandOf, toAccount, toUser } from '../auth/store.ts'
import { findLogo } from '../brand/store.ts'
import type { DigestBrand } from '../mail/digest-content.ts'
import type { BuildLinkMail } from '../mail/mail-worker.ts'
import { queuedDigest } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { findTodayOf, isWorthAMail } from './digest-job.ts'
import { findWantedDigest, type WantedDigest } from './store.ts'

const leadsPerGroup = 5

/**
 * Builds the morning mail while it is sent, so that the outbox stores no leads and the mail shows what is still to be done.
 * Drops it when its day has passed, when nothing is left, and when the member has left or wants no mails.
 */
export const createDigestMailBuilder =
  ({ db, settings, now }: Services): BuildLinkMail =>
  async row => {
    const queued = queuedDigest(row)
    const member = queued && (await findWantedDigest(db, queued.accountId, queued.userId))
    if (!member || toDateIn(member.timezone, now()) !== queued.day) return undefined
    const today = await findTodayOf({ db, now }, member, leadsPerGroup)
    if (!today || !isWorthAMail(today)) return undefined
    const link = new URLSearchParams({ account: member.account_id, member: member.id, key: member.unsubscribe_key })
    const groups = today.groups.flatMap(({ group, total, leads }) =>
      total === 0 ? [] : [{ group, total, leads: leads.map(leadName) }],
    )
    const unsubscribeUrl = `${settings.publicUrl}/api/digest/unsubscribe?${link}`
    const brand = await findDigestBrand({ db, now }, member)
    return { to: member.email, mail: { kind: 'digest', nome: member.nome, groups, link: unsubscribeUrl, ...brand } }
  }

/** Returns the brand while the account's plan holds it. A logo without a name stands for the account. */
const findDigestBrand = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  member: WantedDigest,
): Promise<DigestBrand> => {
  const shown = shownBrandOf(member, toUser(member, now()), now())
  const sha = shown?.logo && member.brand?.logo_sha
  const logo = sha ? await findLogo(db, member.account_id, sha) : undefined
  const brand = shown?.nome ?? (logo && toAccount(member).nome)
  return { ...(brand && { brand }), ...(logo && { logo }) }
}
