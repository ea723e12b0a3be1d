import { leadOrigins, leadPrivacyFields, legalBases } from '../privacy/lead-privacy.ts'
import {
  NullablePlainDateInput,
  PlainDateInput,
  Timestamp,
  TimestampInput,
  UtcMidnight,
} from '../values/date-inputs.ts'
import { Id, IdParams, notAnId } from '../values/id.ts'
import { Reais } from '../values/reais.ts'
import { Email, NullableText, OptionalEmail, OptionalText, RequiredText } from '../values/text.ts'
import { z } from '../zod.ts'
import { type OptionalTexts, optionalTexts } from './incomplete-lead.ts'
import { unknownStatus } from './lead-filters.ts'
import { firstStage, leadStatuses, stages } from './lead-status.ts'
import { NextStep } from './next-step.ts'

export const LeadId = Id
export const LeadIdParams = IdParams

export const Lead = z.object({
  _id: z.uuid(),
  /** Responsible member, if any. */
  userId: z.nullable(z.uuid()),
  nome: z.string(),
  negocio: z.string(),
  telefone: z.string(),
  email: z.string(),
  descricaoServico: z.string(),
  valorServico: z.number(),
  status: z.enum(leadStatuses),
  formaPagamento: z.nullable(z.string()),
  prazoEntrega: z.nullable(z.string()),
  dataProspeccao: UtcMidnight,
  dataFechamento: z.nullable(UtcMidnight),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** When the lead entered its stage. */
  stageSince: Timestamp,
  /** False if it was there already before, and entered it at an unknown time. */
  isStageSinceExact: z.boolean(),
  nextStep: z.nullable(NextStep),
  /** Why the lead is in Perdido, if that was said; null in every other stage. */
  lostReasonId: z.nullable(z.uuid()),
  lostNote: z.nullable(z.string()),
  origem: z.nullable(z.enum(leadOrigins)),
  baseLegal: z.nullable(z.enum(legalBases)),
  naoContatar: z.boolean(),
  /** When the person was erased from the lead. */
  anonymizedAt: z.nullable(Timestamp),
  version: z.int(),
})
export type Lead = z.infer<typeof Lead>

const required = {
  nome: RequiredText(120, 'Informe o nome'),
  negocio: RequiredText(120, 'Informe o negócio ou nicho'),
  telefone: RequiredText(30, 'Informe o telefone'),
  email: Email,
  descricaoServico: RequiredText(5000, 'Descreva o serviço'),
  valorServico: Reais,
  /** Includes the legacy statuses: older leads may keep them, and undoing a move may restore them. */
  status: z.enum(leadStatuses, unknownStatus),
  dataProspeccao: PlainDateInput,
}

const nullable = {
  formaPagamento: NullableText(120),
  prazoEntrega: NullableText(120),
  dataFechamento: NullablePlainDateInput,
}

const absentIsNull = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.optional(schema),
    z.transform(value => value ?? null),
  )

const fields = {
  ...required,
  formaPagamento: absentIsNull(nullable.formaPagamento),
  prazoEntrega: absentIsNull(nullable.prazoEntrega),
  dataFechamento: absentIsNull(nullable.dataFechamento),
  ...leadPrivacyFields,
}

/** All editable fields of a complete lead. */
export const LeadForm = z.object(fields)
export type LeadForm = z.output<typeof LeadForm>

/** A lead from an import or an export may lack texts, as `''`. */
export const IncompleteLead = z.object({
  ...fields,
  nome: OptionalText(120, 'Informe o nome'),
  negocio: OptionalText(120, 'Informe o negócio ou nicho'),
  telefone: OptionalText(30, 'Informe o telefone'),
  email: OptionalEmail,
  descricaoServico: OptionalText(5000, 'Descreva o serviço'),
})

/** Form over a stored lead: a text that was empty may stay empty, and no other. */
export const leadFormOver = (current: OptionalTexts) => {
  const mayStayEmpty = optionalTexts.filter(field => current[field] === '')
  const shape = Object.fromEntries(mayStayEmpty.map(field => [field, IncompleteLead.shape[field]]))
  return z.object({ ...fields, ...(shape as Pick<typeof IncompleteLead.shape, (typeof optionalTexts)[number]>) })
}

/** The specification names the ID both ways. `_id` takes precedence. */
const eitherId = { _id: z.optional(LeadId), id: z.optional(LeadId) }

/** Responsible member of a new lead, of callers who assign leads. Without it, and from others, the caller. */
const responsible = { userId: z.optional(z.nullable(Id)) }

/** Default status: `novo-lead`. A client-generated ID makes retries safe. */
export const NewLead = z.pipe(
  z.object({ ...fields, ...eitherId, ...responsible, status: z._default(z.enum(stages, unknownStatus), firstStage) }),
  z.transform(({ id, ...lead }) => ({ ...lead, _id: lead._id ?? id })),
)
export type NewLead = z.output<typeof NewLead>

const { nome, negocio, telefone, email, descricaoServico } = IncompleteLead.shape

/** The fields that a quick new lead must have; the web form validates with them. */
export const QuickLeadForm = z.object({ nome: required.nome, telefone: required.telefone, email })

/** A new lead of which little more than a name and a phone number is known. */
export const QuickLead = z.pipe(
  z.object({
    ...fields,
    ...eitherId,
    ...responsible,
    negocio: z._default(negocio, ''),
    email: z._default(email, ''),
    descricaoServico: z._default(descricaoServico, ''),
    valorServico: z._default(Reais, 0),
    status: z._default(z.enum(stages, unknownStatus), firstStage),
  }),
  z.transform(({ id, ...lead }) => ({ ...lead, _id: lead._id ?? id })),
)
const PartialFields = z.partial(
  z.object({ ...required, nome, negocio, telefone, email, descricaoServico, ...nullable, ...leadPrivacyFields }),
)

/** Returns the names of the fields that are not `undefined`. */
export const definedFields = <Fields extends object>(fields: Fields): (keyof Fields)[] =>
  (Object.keys(fields) as (keyof Fields)[]).filter(field => fields[field] !== undefined)

// `was` holds the values that the client displayed. A field that differs from both `was` and the change yields 412
// `stale_lead`.
export const LeadPatch = z.extend(PartialFields, { was: z.optional(PartialFields) }).check(
  z.superRefine(({ was = {}, ...change }, context) => {
    if (definedFields(change).length === 0) context.addIssue({ code: 'custom', message: 'Nada para alterar' })
    for (const field of definedFields(was).filter(field => change[field] === undefined))
      context.addIssue({ code: 'custom', path: ['was', field], message: 'Só vale para um campo que muda' })
  }),
)
export type LeadPatch = z.output<typeof LeadPatch>

/** Lead of an export file with its ID, and with its timestamps if it was deleted. */
export const RestoredLead = z.pipe(
  z.object({
    ...IncompleteLead.shape,
    ...eitherId,
    createdAt: z.optional(TimestampInput),
    updatedAt: z.optional(TimestampInput),
  }),
  z.transform(({ id, _id = id, ...lead }, context) => {
    if (_id !== undefined) return { ...lead, _id }
    context.issues.push({ code: 'custom', input: _id, path: ['_id'], message: notAnId })
    return z.NEVER
  }),
)
export type RestoredLead = z.output<typeof RestoredLead>
