import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { correction, generate } from 'lean-qr'
import { toSvgSource } from 'lean-qr/extras/svg'
import { publicCaptureApi } from '#contract/capture/capture.ts'
import { formPath } from '#contract/capture/capture-fields.ts'
import { findOwner } from '../auth/member-store.ts'
import { shownBrandOf, toUser } from '../auth/store.ts'
import { AppError } from '../errors.ts'
import { messageOf, sendError } from '../http/error-response.ts'
import { senderOf } from '../http/limits/client-ip.ts'
import type { Services } from '../services.ts'
import { type BrandedForm, sendFormPage, sendInactivePage, sendProblemPage, sendThanksPage } from './form-page.ts'
import { findFormByKey, type PublicForm } from './form-store.ts'
import { findProblems, findTooLong, readSubmission, stampName, toSentFields } from './read-submission.ts'
import { receiveSubmission } from './receive-submission.ts'

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

export const isFormPost = ({ headers }: FastifyRequest): boolean =>
  formTypes.some(type => headers['content-type']?.toLowerCase().startsWith(type))

/** Returns where a visitor goes after sending. A header holds ASCII only; the form stores what its owner typed. */
export const thanksUrl = ({ public_key, redirect_url }: PublicForm): string =>
  redirect_url === null ? `${formPath(public_key)}?enviado` : new URL(redirect_url).href

/** Parses the bodies of HTML forms, and answers their senders with pages. */
export const acceptFormPosts = (scope: FastifyInstance, { settings }: Services): void => {
  scope.addContentTypeParser(formTypes, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const data = await new Response(new Uint8Array(body), { headers }).formData().catch(() => {
      throw new AppError('validation_failed')
    })
    const names = [...new Set(data.keys())]
    return Object.fromEntries(names.map(name => [name, data.getAll(name).filter(value => typeof value === 'string')]))
  })
  scope.setErrorHandler((error, request, reply) =>
    isFormPost(request) || request.url.startsWith('/f/')
      ? sendError(error, request, reply, found =>
          sendProblemPage(
            reply,
            {
              title: found.code === 'not_found' ? 'Este formulário não existe' : 'Seu contato não foi enviado',
              messages: found.code === 'not_found' ? [] : [messageOf(found), ...Object.values(found.fields ?? {})],
            },
            settings,
          ),
        )
      : sendError(error, request, reply),
  )
}

/** Lets scripts of any site send to a form. No cookie and no token is involved. */
export const allowAllOrigins = (scope: FastifyInstance): void => {
  scope.addHook('onRequest', async (_, reply) => {
    reply.header('access-control-allow-origin', '*')
  })
  scope.options(publicCaptureApi.submit.path, (_, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '86400')
      .send(),
  )
}

const minFillMs = 2000
const maxPageAgeMs = 24 * 60 * 60 * 1000

const stampContext = ({ id }: PublicForm): string => `capture-page:${id}`

const createStamp = ({ secrets, now }: Services, form: PublicForm): string =>
  secrets.encrypt(String(now().getTime()), stampContext(form)).toString('base64url')

/** Returns how long ago the page was shown, or `undefined` for a stamp that this server did not make for the form. */
const readPageAge = ({ secrets, now }: Services, form: PublicForm, stamp: string): number | undefined => {
  const shownAt = secrets.decrypt(Buffer.from(stamp.slice(0, 200), 'base64url'), stampContext(form))
  return shownAt === undefined ? undefined : now().getTime() - Number(shownAt)
}

const qrCode = (url: string): string =>
  toSvgSource(generate(url, { minCorrectionLevel: correction.M }), {
    on: '#000',
    off: '#fff',
    pad: 4,
    xmlDeclaration: true,
  })

interface KeyParams {
  key: string
}

const getForm = async ({ db, now }: Services, request: FastifyRequest): Promise<BrandedForm> => {
  const form = await findFormByKey(db, (request.params as KeyParams).key)
  if (!form) throw new AppError('not_found')
  const owner = await findOwner(db, form.account_id)
  return { ...form, brand: owner && shownBrandOf(owner, toUser(owner, now()), now()) }
}

const submitPage = async (services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { settings } = services
  const form = await getForm(services, request)
  if (!form.is_active) return sendInactivePage(reply, form, settings)
  const sent = toSentFields((request.body ?? {}) as Record<string, unknown>)
  const read = readSubmission(sent)
  const problems = {
    ...findProblems(read, { required: form.required, asksConsent: form.consent_version > 0 }),
    ...findTooLong(read),
  }
  const filled = { values: read.fields, problems, hasConsent: read.hasConsent }
  const stamp = sent.find(([name]) => name === stampName)?.[1] ?? ''
  const age = readPageAge(services, form, stamp)
  if (age === undefined || age > maxPageAgeMs)
    return sendFormPage(
      reply.code(400),
      form,
      {
        stamp: createStamp(services, form),
        filled,
        notice: 'Esta página ficou aberta tempo demais. Confira e envie de novo.',
      },
      settings,
    )
  if (Object.keys(problems).length > 0 && !read.isHoneypotFilled)
    return sendFormPage(reply.code(400), form, { stamp, filled }, settings)
  await receiveSubmission(services, form, sent, { sender: senderOf(request), isTooFast: age < minFillMs })
  return reply.redirect(thanksUrl(form), 303)
}

/** Mounts the pages of forms, outside of the API. */
export const mountFormPages = (scope: FastifyInstance, services: Services): void => {
  const { settings } = services
  acceptFormPosts(scope, services)
  scope.get('/f/:key', async (request, reply) => {
    const form = await getForm(services, request)
    if ('enviado' in (request.query as object)) return sendThanksPage(reply, form, settings)
    if (!form.is_active) return sendInactivePage(reply, form, settings)
    return sendFormPage(reply, form, { stamp: createStamp(services, form) }, settings)
  })
  scope.post('/f/:key', { bodyLimit: publicCaptureApi.submit.bodyLimit }, (request, reply) =>
    submitPage(services, request, reply),
  )
  scope.get('/f/:key/qr.svg', async (request, reply) => {
    const form = await getForm(services, request)
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'no-store')
      .send(qrCode(settings.publicUrl + formPath(form.public_key)))
  })
}
