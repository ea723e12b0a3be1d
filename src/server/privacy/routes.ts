import { stageOf } from '#contract/leads/lead-status.ts'
import type { privacyApi, RetentionRule } from '#contract/privacy/privacy.ts'
import type { Caller } from '../auth/access.ts'
import type { Handlers } from '../http/mount.ts'
import { viewOf } from '../leads/read/visibility.ts'
import { findErasedAt } from '../leads/write/erased-people.ts'
import type { Services } from '../services.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import { anonymizeLeads, anonymizePerson } from './anonymize.ts'
import { correctPerson } from './correct-person.ts'
import { buildReport, reportHtml } from './person-report.ts'
import { countNotes, type FoundLead, findPerson } from './person-store.ts'
import { keepAnonymizations } from './repeat-anonymizations.ts'
import { countRequests, listRequests, toPrivacyRequest } from './request-store.ts'
import { addRequest, answerRequest, changePrivacySettings } from './requests.ts'
import { findPrivacySettings, suggestLeads } from './settings-store.ts'

const toPersonLead = ({ lead, isRemoved }: FoundLead) => ({ ...lead, status: stageOf(lead.status), isRemoved })

/** The anonymization is committed: a job writes the file later if it cannot be written now. */
const keepAtOnce = (services: Services): Promise<void> =>
  keepAnonymizations(services).catch(error =>
    services.warn?.({ err: error }, 'anonymization not kept beside the backups'),
  )

export const privacyRoutes: Handlers<typeof privacyApi, Caller, Services> = {
  person: async ({ db, caller, body }) => {
    const { leads } = await findPerson(db, viewOf(caller), body)
    const ids = leads.map(({ lead }) => lead._id)
    return {
      leads: leads.map(toPersonLead),
      notes: await countNotes(db, caller.accountId, ids),
      erasedAt: await findErasedAt(db, caller.accountId, body),
    }
  },
  report: async ({ db, settings, now, caller, body: { person, format }, request, reply }) => {
    const { accountId, userId: actorId, account } = caller
    const found = await findPerson(db, viewOf(caller), person)
    const report = await buildReport(db, { accountId, controller: account.nome }, settings, found, now())
    await insertAccountTrailEntry(db, { accountId, actorId, action: 'privacy-report', ip: request.ip, now: now() })
    const isHtml = format === 'html'
    reply.header('content-disposition', `attachment; filename="relatorio-do-titular.${format}"`)
    reply.type(isHtml ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
    return reply.send(isHtml ? reportHtml(report) : JSON.stringify(report, null, 2))
  },
  correct: async ({ db, now, caller, body, request }) => ({
    leads: await correctPerson(db, caller, body, { ip: request.ip, now: now() }),
  }),
  anonymize: async ({ caller, body, request, ...services }) => {
    const origin = { ip: request.ip, now: services.now() }
    const erased = await anonymizePerson(services.db, caller, body, origin)
    await keepAtOnce(services)
    return erased
  },
  anonymizeLeads: async ({ caller, body, request, ...services }) => {
    const origin = { ip: request.ip, now: services.now() }
    const erased = await anonymizeLeads(services.db, caller, body.leadIds, origin)
    await keepAtOnce(services)
    return erased
  },
  requests: async ({ db, caller: { accountId }, query: { page, limit } }) => ({
    requests: (await listRequests(db, accountId, limit, (page - 1) * limit)).map(toPrivacyRequest),
    total: await countRequests(db, accountId),
  }),
  addRequest: async ({ db, now, caller, body, request }) =>
    toPrivacyRequest(await addRequest(db, caller, body, { ip: request.ip, now: now() })),
  closeRequest: async ({ db, now, caller, params, body, request }) =>
    toPrivacyRequest(await answerRequest(db, caller, params.id, body, { ip: request.ip, now: now() })),
  retention: async ({ db, caller }) => {
    const settings = await findPrivacySettings(db, caller.accountId)
    const months: [RetentionRule, number | null][] = [
      ['perdido', settings.lostMonths],
      ['nurturing', settings.nurturingMonths],
      ['sem-base', settings.noBasisMonths],
    ]
    const view = viewOf(caller)
    const suggestions = []
    for (const [rule, after] of months) if (after !== null) suggestions.push(await suggestLeads(db, view, rule, after))
    return { settings, suggestions }
  },
  changeSettings: ({ db, now, caller, body, request }) =>
    changePrivacySettings(db, caller, body, { ip: request.ip, now: now() }),
}
