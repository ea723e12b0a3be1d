import { endpoint } from '../endpoint.ts'
import { IncompleteLead, QuickLeadForm } from '../leads/lead.ts'
import { stages } from '../leads/lead-status.ts'
import { PlainDateInput, Timestamp, UtcMidnight } from '../values/date-inputs.ts'
import { Id, IdParams } from '../values/id.ts'
import { IntegerParam } from '../values/query.ts'
import { Email, OptionalEmail, OptionalText, RequiredText } from '../values/text.ts'
import { z } from '../zod.ts'
import { leadOrigins, legalBases } from './lead-privacy.ts'
import { requestKinds } from './request-kinds.ts'

/** Days for a full answer (LGPD, article 19), and for small agents (resolution CD/ANPD 2/2022). */
export const requestDays = 15
export const smallAgentRequestDays = 30

/** Days before a deadline on which the owner is reminded of an open request. */
export const reminderDays = [7, 2] as const

/** Typed by the user, since an anonymization cannot be undone. */
export const anonymizeWord = 'ANONIMIZAR'

export const requestStates = ['aberto', 'atendido', 'negado'] as const
export type RequestState = (typeof requestStates)[number]

/** Contacts of a data subject, or a lead whose contacts count. */
export const PersonKey = z
  .object({
    telefone: z._default(OptionalText(30, 'Informe o telefone'), ''),
    email: z._default(OptionalEmail, ''),
    leadId: z.optional(Id),
  })
  .check(
    z.refine(({ telefone, email, leadId }) => telefone !== '' || email !== '' || leadId !== undefined, {
      error: 'Informe o telefone ou o e-mail da pessoa',
      path: ['telefone'],
    }),
  )
export type PersonKey = z.output<typeof PersonKey>

export const PersonLead = z.object({
  _id: z.uuid(),
  nome: z.string(),
  negocio: z.string(),
  telefone: z.string(),
  email: z.string(),
  status: z.enum(stages),
  createdAt: Timestamp,
  /** Whether the lead is in the trash. */
  isRemoved: z.boolean(),
  origem: z.nullable(z.enum(leadOrigins)),
  baseLegal: z.nullable(z.enum(legalBases)),
  naoContatar: z.boolean(),
})
export type PersonLead = z.infer<typeof PersonLead>

export const Person = z.object({
  leads: z.array(PersonLead),
  /** Notes and outcomes of steps in those leads. */
  notes: z.int(),
  /** When a person with this phone or e-mail was last erased. */
  erasedAt: z.nullable(Timestamp),
})
export type Person = z.infer<typeof Person>

export const PrivacyRequest = z.object({
  _id: z.uuid(),
  protocol: z.string(),
  kind: z.enum(requestKinds),
  /** Null after an anonymization, like the texts below. */
  requester: z.nullable(z.string()),
  telefone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  verifiedHow: z.nullable(z.string()),
  receivedOn: UtcMidnight,
  dueOn: UtcMidnight,
  state: z.enum(requestStates),
  outcome: z.nullable(z.string()),
  closedAt: z.nullable(Timestamp),
})
export type PrivacyRequest = z.infer<typeof PrivacyRequest>

const telefone = OptionalText(30, 'Informe o telefone')
/** A client-generated ID makes retries safe. */
export const NewPrivacyRequest = z
  .object({
    _id: z.optional(Id),
    kind: z.enum(requestKinds, { error: 'Escolha o tipo do pedido' }),
    requester: RequiredText(120, 'Informe o nome de quem pediu'),
    telefone: z._default(telefone, ''),
    email: z._default(OptionalEmail, ''),
    verifiedHow: RequiredText(500, 'Diga como você confirmou a identidade'),
    receivedOn: PlainDateInput,
  })
  .check(
    z.refine(request => request.telefone !== '' || request.email !== '', {
      error: 'Informe o telefone ou o e-mail da pessoa',
      path: ['telefone'],
    }),
  )
export type NewPrivacyRequest = z.output<typeof NewPrivacyRequest>

export const ClosedRequest = z.object({
  state: z.enum(['atendido', 'negado'], { error: 'Escolha se o pedido foi atendido ou negado' }),
  outcome: RequiredText(2000, 'Descreva a resposta dada'),
})
export type ClosedRequest = z.output<typeof ClosedRequest>

const months = z.nullable(
  z
    .int({ error: 'Informe os meses' })
    .check(z.gte(1, { error: 'De 1 a 120 meses' }), z.lte(120, { error: 'De 1 a 120 meses' })),
)
export const PrivacySettings = z.object({
  isSmallAgent: z.boolean(),
  /** Months without a change after which leads are suggested; null suggests none. */
  lostMonths: months,
  nurturingMonths: months,
  noBasisMonths: months,
})
export type PrivacySettings = z.infer<typeof PrivacySettings>

/** `was`: what the caller had shown. Without it, every field is taken. */
export const PrivacySettingsChange = z.extend(PrivacySettings, { was: z.optional(z.partial(PrivacySettings)) })
export type PrivacySettingsChange = z.output<typeof PrivacySettingsChange>

export const retentionRules = ['perdido', 'nurturing', 'sem-base'] as const
export type RetentionRule = (typeof retentionRules)[number]

export const RetentionSuggestion = z.object({
  rule: z.enum(retentionRules),
  total: z.int(),
  /** The leads that changed longest ago, at most 100. */
  leads: z.array(z.object({ _id: z.uuid(), nome: z.string(), negocio: z.string(), updatedAt: Timestamp })),
})
export type RetentionSuggestion = z.infer<typeof RetentionSuggestion>

export const maxChosenLeads = 100

const ChosenLeads = z
  .array(Id, { error: 'Escolha os leads' })
  .check(z.minLength(1, { error: 'Escolha os leads' }), z.maxLength(maxChosenLeads, { error: 'No máximo 100' }))

const isSomething = z.refine(change => Object.values(change as object).some(value => value), {
  error: 'Informe o que corrigir',
  path: ['nome'],
})
/** What is known about a person. Absent fields stay as stored. */
const CorrectedPerson = z
  .object({
    nome: z.optional(QuickLeadForm.shape.nome),
    telefone: z.optional(QuickLeadForm.shape.telefone),
    email: z.optional(Email),
  })
  .check(isSomething)
/** The form of a correction: empty fields stay as stored. */
export const CorrectedPersonForm = z
  .object({ nome: IncompleteLead.shape.nome, telefone, email: OptionalEmail })
  .check(isSomething)
export type CorrectedPersonForm = z.output<typeof CorrectedPersonForm>

export const Correction = z.object({ leadIds: ChosenLeads, requestId: z.optional(Id), change: CorrectedPerson })
export type Correction = z.output<typeof Correction>

const confirmation = z.literal(anonymizeWord, { error: `Digite ${anonymizeWord} para confirmar` })

export const Erased = z.object({
  /** Leads that are anonymized, also in the trash. */
  leads: z.int(),
  /** Notes, rows of imports and other texts that were cleared. */
  texts: z.int(),
})
export type Erased = z.infer<typeof Erased>

export const reportFormats = ['html', 'json'] as const

export const privacyApi = {
  person: endpoint({
    method: 'POST',
    path: '/privacy/person',
    access: 'privacy.manage',
    summary: 'What the account stores about a person, by phone, e-mail or lead',
    body: PersonKey,
    weight: 'search',
    status: 200,
    response: Person,
  }),
  report: endpoint({
    method: 'POST',
    path: '/privacy/report',
    access: 'privacy.manage',
    summary: 'The report for a person: data, origin, legal basis, history; also as JSON for portability',
    body: z.object({ person: PersonKey, format: z._default(z.enum(reportFormats), 'json') }),
    weight: 'export',
    status: 200,
    fileMediaType: 'application/json',
  }),
  correct: endpoint({
    method: 'POST',
    path: '/privacy/correct',
    access: 'privacy.manage',
    summary: 'Corrects the data of a person in all the named leads at once, also without a subscription',
    body: Correction,
    weight: 'search',
    status: 200,
    response: z.object({ leads: z.int() }),
  }),
  anonymize: endpoint({
    method: 'POST',
    path: '/privacy/anonymize',
    access: 'privacy.manage',
    summary: 'Erases a person from all leads and keeps the sales figures; imports bring the person back no more',
    body: z.object({ person: PersonKey, requestId: z.optional(Id), confirmation }),
    weight: 'search',
    status: 200,
    response: Erased,
  }),
  anonymizeLeads: endpoint({
    method: 'POST',
    path: '/privacy/anonymize-leads',
    access: 'privacy.manage',
    summary: 'Anonymizes leads that the retention suggests; their people may become leads again',
    body: z.object({ leadIds: ChosenLeads, confirmation }),
    weight: 'search',
    status: 200,
    response: Erased,
  }),
  requests: endpoint({
    method: 'GET',
    path: '/privacy/requests',
    access: 'privacy.manage',
    summary: 'Requests of data subjects: open ones by deadline, then closed ones, latest first',
    query: z.object({ page: IntegerParam(1, 1_000_000, 1), limit: IntegerParam(1, 100, 20) }),
    status: 200,
    response: z.object({ requests: z.array(PrivacyRequest), total: z.int() }),
  }),
  addRequest: endpoint({
    method: 'POST',
    path: '/privacy/requests',
    access: 'privacy.manage',
    summary: 'Records a request with its protocol and deadline; sent again with its _id, corrects it',
    body: NewPrivacyRequest,
    status: 201,
    response: PrivacyRequest,
  }),
  closeRequest: endpoint({
    method: 'POST',
    path: '/privacy/requests/:id/close',
    access: 'privacy.manage',
    summary: 'Records how a request was answered',
    params: IdParams,
    body: ClosedRequest,
    status: 200,
    response: PrivacyRequest,
  }),
  retention: endpoint({
    method: 'GET',
    path: '/privacy/retention',
    access: 'privacy.manage',
    summary: 'Settings of deadlines and retention, and the leads that the retention suggests',
    weight: 'search',
    status: 200,
    response: z.object({ settings: PrivacySettings, suggestions: z.array(RetentionSuggestion) }),
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/privacy/settings',
    access: 'privacy.manage',
    summary:
      'Changes deadlines and retention; the retention only suggests. Returns `stale_setting` if others changed one since `was`',
    body: PrivacySettingsChange,
    status: 200,
    response: PrivacySettings,
  }),
}
