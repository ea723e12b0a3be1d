import type { captureApi, publicCaptureApi } from '#contract/capture/capture.ts'
import type { Caller } from '../auth/access.ts'
import { AppError } from '../errors.ts'
import { senderOf } from '../http/limits/client-ip.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { admitSubmission } from './capture-lead.ts'
import { isFormPost, thanksUrl } from './form-pages.ts'
import { findFormByKey, removeForm } from './form-store.ts'
import { changeCaptureForm, createCaptureForm, listCaptureForms } from './manage-forms.ts'
import { toSentFields } from './read-submission.ts'
import { receiveSubmission } from './receive-submission.ts'
import { formOfSubmission, releaseSubmissions } from './release-submissions.ts'
import { findOpenSubmission, listSubmissions, listTurns, removeOpenSubmission } from './submission-store.ts'

export const captureRoutes: Handlers<typeof captureApi, Caller, Services> = {
  forms: listCaptureForms,
  createForm: context => createCaptureForm(context, context.body),
  changeForm: context => changeCaptureForm(context, context.params.id, context.body),
  removeForm: async ({ db, caller, params }) => {
    if ((await removeForm(db, caller.accountId, params.id)) === 0) throw new AppError('not_found')
  },
  submissions: async ({ db, caller, query: { limit, cursor: before, outcome } }) => {
    const { items, nextCursor } = await listSubmissions(db, caller.accountId, { limit, before, outcome })
    return { submissions: items, nextCursor }
  },
  admit: async context => {
    const { db, caller, params } = context
    const found = await findOpenSubmission(db, caller.accountId, params.id)
    if (!found) throw new AppError('not_found')
    const form = await formOfSubmission(db, caller.accountId, found.form_id)
    const ending = await admitSubmission(context, form, params.id, { isByHand: true })
    if (!ending) throw new AppError('not_found')
    if (!ending.leadId) throw new AppError('person_erased')
    return { leadId: ending.leadId }
  },
  admitAll: context => releaseSubmissions(context, context.caller.accountId),
  discard: async ({ db, caller, params }) => {
    if ((await removeOpenSubmission(db, caller.accountId, params.id)) === 0) throw new AppError('not_found')
  },
  turns: async ({ db, caller, query: { limit, cursor: before } }) => {
    const { items, nextCursor } = await listTurns(db, caller.accountId, { limit, before })
    return { turns: items, nextCursor }
  },
}

/** Responds to programs with JSON, and sends the visitor of another site's form to the page of thanks. */
export const publicCaptureRoutes: Handlers<typeof publicCaptureApi, Caller, Services> = {
  submit: async context => {
    const { db, params, body, request, reply } = context
    const form = await findFormByKey(db, params.key)
    if (!form) throw new AppError('not_found')
    await receiveSubmission(context, form, toSentFields(body), { sender: senderOf(request) })
    if (isFormPost(request)) return reply.redirect(thanksUrl(form), 303)
    return { ok: true as const, message: form.thanks }
  },
}
