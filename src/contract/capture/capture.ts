import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../values/date-inputs.ts'
import { Id, IdParams } from '../values/id.ts'
import { FeedNumber, IntegerParam } from '../values/query.ts'
import { BoundedText, RequiredText, StorableText } from '../values/text.ts'
import { z } from '../zod.ts'
import { captureFields, distributions, submissionOutcomes } from './capture-fields.ts'

const maxMembers = 100

export const CaptureForm = z.object({
  _id: z.uuid(),
  /** Part of its public address, see `formPath`. */
  key: z.string(),
  nome: z.string(),
  title: z.string(),
  intro: z.string(),
  thanks: z.string(),
  fields: z.array(z.enum(captureFields)),
  required: z.array(z.enum(captureFields)),
  distribution: z.enum(distributions),
  memberIds: z.array(z.uuid()),
  /** Empty for a form that asks for no consent. */
  consentText: z.string(),
  /** Grows with each text; 0 without one. */
  consentVersion: z.int(),
  redirectUrl: z.nullable(z.string()),
  isActive: z.boolean(),
  /** Beyond what the plan includes: what is sent waits for an upgrade. */
  isPausedByPlan: z.boolean(),
  /** Submissions that wait, and those that became leads in the last 90 days. */
  waiting: z.int(),
  suspects: z.int(),
  leads: z.int(),
  createdAt: Timestamp,
})
export type CaptureForm = z.infer<typeof CaptureForm>

const FieldList = z
  .array(z.enum(captureFields, { error: 'Este campo não existe' }), { error: 'Escolha os campos' })
  .check(z.maxLength(captureFields.length))

const noUrl = 'Informe um endereço completo e seguro, com https'
const RedirectUrl = z.pipe(
  z.nullable(
    StorableText(2000, noUrl).check(
      z.refine(text => text === '' || /^https:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i.test(text), { error: noUrl }),
    ),
  ),
  z.transform(text => text || null),
)

const fields = {
  nome: RequiredText(60, 'Dê um nome ao formulário'),
  title: RequiredText(120, 'Informe o título da página'),
  intro: StorableText(500),
  thanks: StorableText(500),
  fields: FieldList,
  required: FieldList,
  distribution: z.enum(distributions, { error: 'Escolha a distribuição' }),
  memberIds: z.array(Id, { error: 'Escolha as pessoas' }).check(z.maxLength(maxMembers)),
  consentText: StorableText(1000),
  redirectUrl: RedirectUrl,
  isActive: z.boolean({ error: 'Informe sim ou não' }),
}

export const CaptureFormBody = z
  .object({
    ...fields,
    intro: z._default(fields.intro, ''),
    thanks: z._default(fields.thanks, ''),
    distribution: z._default(fields.distribution, 'none'),
    memberIds: z._default(fields.memberIds, []),
    consentText: z._default(fields.consentText, ''),
    redirectUrl: z._default(fields.redirectUrl, null),
    isActive: z._default(fields.isActive, true),
  })
  .check(
    z.refine(({ fields }) => fields.includes('telefone') || fields.includes('email'), {
      error: 'Peça o telefone ou o e-mail, para poder responder',
      path: ['fields'],
    }),
    z.refine(({ fields, required }) => required.every(field => fields.includes(field)), {
      error: 'Só pode ser obrigatório um campo que o formulário pede',
      path: ['required'],
    }),
    z.refine(({ distribution, memberIds }) => distribution === 'none' || memberIds.length > 0, {
      error: 'Escolha quem recebe os leads',
      path: ['memberIds'],
    }),
    z.refine(({ distribution, memberIds }) => distribution !== 'member' || memberIds.length === 1, {
      error: 'Escolha uma pessoa só',
      path: ['memberIds'],
    }),
  )
export type CaptureFormBody = z.output<typeof CaptureFormBody>

/** Fields that are left out stay as they are. Those that concern each other are checked as they would be stored. */
export const CaptureFormPatch = z.extend(z.partial(z.object(fields)), {
  /** What the caller had shown: a field that others have changed since is `stale_setting`, or stays if this change leaves it. */
  was: z.optional(z.partial(z.object(fields))),
})
export type CaptureFormPatch = z.output<typeof CaptureFormPatch>

/** A client-generated ID makes retries safe. */
export const NewCaptureForm = z.safeExtend(CaptureFormBody, { _id: z.optional(Id) })
export type NewCaptureForm = z.output<typeof NewCaptureForm>

export const Submission = z.object({
  _id: z.uuid(),
  /** Null for a form that was removed. */
  formName: z.nullable(z.string()),
  at: Timestamp,
  outcome: z.enum(submissionOutcomes),
  reason: z.nullable(z.string()),
  leadId: z.nullable(z.uuid()),
  /** What was sent, until it is a lead. */
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type Submission = z.infer<typeof Submission>

export const Turn = z.object({
  at: Timestamp,
  formName: z.nullable(z.string()),
  member: z.object({ _id: z.uuid(), nome: z.string() }),
})
export type Turn = z.infer<typeof Turn>

const access = 'capture.manage'
const page = { limit: IntegerParam(1, 100, 20), cursor: z.optional(FeedNumber) }

export const captureApi = {
  forms: endpoint({
    method: 'GET',
    path: '/capture/forms',
    access: 'capture.review',
    summary: 'Capture forms of the account',
    status: 200,
    /** `waiting` includes what was sent to forms that were removed. */
    response: z.object({ forms: z.array(CaptureForm), limit: z.int(), waiting: z.int() }),
  }),
  createForm: endpoint({
    method: 'POST',
    path: '/capture/forms',
    access,
    summary: 'Creates a capture form with a public address; sent again with its _id, changes it',
    body: NewCaptureForm,
    status: 201,
    response: CaptureForm,
  }),
  changeForm: endpoint({
    method: 'PUT',
    path: '/capture/forms/:id',
    access,
    summary:
      'Changes the named fields of a capture form; a new consent text becomes a new version. Returns `stale_setting` if others changed one of them since `was`',
    params: IdParams,
    body: CaptureFormPatch,
    status: 200,
    response: CaptureForm,
  }),
  removeForm: endpoint({
    method: 'DELETE',
    path: '/capture/forms/:id',
    access,
    summary: 'Removes a capture form; what was sent to it stays',
    params: IdParams,
    status: 204,
  }),
  submissions: endpoint({
    method: 'GET',
    path: '/capture/submissions',
    access: 'capture.review',
    summary: 'What was sent to the forms in the last 90 days, latest first, paginated',
    query: z.object({
      ...page,
      outcome: z.optional(z.enum(submissionOutcomes, { error: 'Este resultado não existe' })),
    }),
    status: 200,
    response: z.object({ submissions: z.array(Submission), nextCursor: z.nullable(z.string()) }),
  }),
  admit: endpoint({
    method: 'POST',
    path: '/capture/submissions/:id/admit',
    access,
    summary: 'Turns a waiting or suspected submission into a lead',
    params: IdParams,
    status: 200,
    response: z.object({ leadId: z.uuid() }),
  }),
  admitAll: endpoint({
    method: 'POST',
    path: '/capture/submissions/admit',
    access,
    summary:
      'Turns all submissions that waited for the plan or for an active form into leads, as far as the plan allows',
    status: 200,
    response: z.object({ admitted: z.int(), waiting: z.int() }),
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/capture/submissions/:id',
    access: 'capture.review',
    summary: 'Deletes a waiting or suspected submission for good',
    params: IdParams,
    status: 204,
  }),
  turns: endpoint({
    method: 'GET',
    path: '/capture/turns',
    access: 'capture.readTurns',
    summary: 'Whose turn each lead of a form was, latest first, paginated',
    query: z.object(page),
    status: 200,
    response: z.object({ turns: z.array(Turn), nextCursor: z.nullable(z.string()) }),
  }),
}

const maxNameLength = 100
const maxTextLength = 16_000

/** Other systems send what they have: fields by name, also nested. */
const Sent = z.record(BoundedText(maxNameLength, 'Nome inválido'), z.unknown())

export const publicCaptureApi = {
  submit: endpoint({
    method: 'POST',
    path: '/capture/:key',
    access: 'public',
    summary:
      'Sends a form as JSON or as an HTML form, from any site; understands common names such as name, nome, phone, whatsapp',
    params: z.object({ key: BoundedText(64, 'Endereço inválido') }),
    body: Sent,
    bodyLimit: maxTextLength,
    status: 200,
    response: z.object({ ok: z.literal(true), message: z.string() }),
  }),
}
