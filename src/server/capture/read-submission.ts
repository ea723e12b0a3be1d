import {
  type CaptureField,
  captureFieldLabels,
  captureFieldLengths,
  captureFields,
  consentName,
  consentVersionName,
  honeypotName,
} from '#contract/capture/capture-fields.ts'
import { firstStage } from '#contract/leads/lead-status.ts'
import type { LeadForm } from '#contract/leads/leads.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { phoneKey } from '#contract/values/phone.ts'
import { Email } from '#contract/values/text.ts'
import { z } from '#contract/zod.ts'
import { foldFieldName, leadFieldNames } from '../leads/fields/field-names.ts'

/** What was sent, by name, in its order. */
export type SentFields = readonly (readonly [name: string, value: string])[]

const maxFields = 60
const maxDepth = 4

const nameOf = (path: readonly string[]): string =>
  path.findLast(part => part !== '' && part !== 'value' && !/^\d+$/.test(part)) ?? path[0] ?? ''

const toText = (value: unknown): string =>
  (typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '')
    .replaceAll('\u0000', '')
    .toWellFormed()
    .trim()

const flatten = (value: unknown, path: readonly string[]): [string, string][] => {
  if (Array.isArray(value) && value.every(one => !(one instanceof Object)))
    return [[nameOf(path), value.map(toText).filter(Boolean).join(', ')]]
  if (!(value instanceof Object)) return [[nameOf(path), toText(value)]]
  return path.length >= maxDepth ? [] : Object.entries(value).flatMap(([name, one]) => flatten(one, [...path, name]))
}

/** Returns the texts of a body, also of nested objects and of names such as `form[email]`, without empty ones. */
export const toSentFields = (body: Record<string, unknown>): SentFields =>
  Object.entries(body)
    .flatMap(([name, value]) => flatten(value, name.split(/[[\]]+/)))
    .filter(([name, value]) => name !== '' && value !== '')
    .slice(0, maxFields)
    .map(([name, value]) => [toText(name).slice(0, 100).toWellFormed(), value])

const compact = (name: string): string => foldFieldName(name).replaceAll(' ', '')

/** Names besides those that spreadsheets use. */
const furtherNames: Record<CaptureField, readonly string[]> = {
  nome: ['your name', 'seu nome', 'nome e sobrenome'],
  telefone: ['mobile phone', 'cell phone', 'telephone', 'your phone', 'seu telefone', 'zap', 'numero de telefone'],
  email: ['email address', 'your email', 'seu email', 'user email'],
  negocio: ['company name', 'organization', 'organizacao', 'sua empresa'],
  mensagem: [
    'mensagem',
    'message',
    'your message',
    'sua mensagem',
    'msg',
    'comentario',
    'comment',
    'comments',
    'details',
    'detalhes',
    'pedido',
    'como podemos ajudar',
  ],
}
const sharedNames: Record<CaptureField, readonly string[]> = {
  nome: leadFieldNames.nome,
  telefone: leadFieldNames.telefone,
  email: leadFieldNames.email,
  negocio: leadFieldNames.negocio,
  mensagem: leadFieldNames.descricaoServico,
}
const fieldByName = new Map(
  captureFields.flatMap(field =>
    [field, ...sharedNames[field], ...furtherNames[field]].map(name => [compact(name), field] as const),
  ),
)
const firstNames = new Set(['firstname', 'primeironome', 'fname'])
const lastNames = new Set(['lastname', 'sobrenome', 'surname', 'lname'])
const consentNames = new Set([consentName, 'consent', 'aceite', 'aceito', 'lgpd', 'gdpr', 'optin'].map(compact))
const noes = new Set(['', '0', 'false', 'no', 'nao', 'off'])
/** The signed moment at which a page was shown. */
export const stampName = 'carimbo'
/** Fields of a form's page that say nothing about the person. */
const ownNames = new Set([honeypotName, consentVersionName, stampName].map(compact))

/** Returns what to store until the submission is a lead. */
export const withoutOwnFields = (sent: SentFields): SentFields => sent.filter(([name]) => !ownNames.has(compact(name)))

export interface ReadSubmission {
  fields: Record<CaptureField, string>
  /** What a lead has no field for. */
  extras: SentFields
  hasConsent: boolean
  /** Version of the text that the page showed. */
  consentVersion: number | undefined
  isHoneypotFilled: boolean
}

/** Finds the fields of a lead by their usual names. The first of a name counts; what is left over stays as an extra. */
export const readSubmission = (sent: SentFields): ReadSubmission => {
  const fields = { nome: '', telefone: '', email: '', negocio: '', mensagem: '' }
  const names = { first: '', last: '' }
  const extras: [string, string][] = []
  let [hasConsent, isHoneypotFilled] = [false, false]
  let consentVersion: number | undefined
  for (const [name, value] of sent) {
    const key = compact(name)
    const field = fieldByName.get(key)
    if (key === compact(honeypotName)) isHoneypotFilled = true
    else if (key === compact(consentVersionName)) consentVersion = Number.parseInt(value, 10) || undefined
    else if (ownNames.has(key)) continue
    else if (consentNames.has(key)) hasConsent = !noes.has(compact(value))
    else if (firstNames.has(key)) names.first ||= value
    else if (lastNames.has(key)) names.last ||= value
    else if (field && fields[field] === '') fields[field] = value
    else if (!field || fields[field] !== value) extras.push([name, value])
  }
  const parts = `${names.first} ${names.last}`.trim()
  if (fields.nome === '') fields.nome = parts
  else if (!fields.nome.includes(parts)) extras.push(['nome e sobrenome', parts])
  return { fields, extras, hasConsent, consentVersion, isHoneypotFilled }
}

const isEmail = (text: string): boolean => z.safeParse(Email, text).success

/** What a form requires of a submission. */
export interface FormRules {
  required: readonly CaptureField[]
  asksConsent: boolean
}

/** Returns what keeps a submission from being a complete lead, by field; `consent` for a missing consent. */
export const findProblems = (
  { fields, hasConsent }: ReadSubmission,
  { required, asksConsent }: FormRules,
): Partial<Record<CaptureField | typeof consentName, string>> => {
  const problems: Partial<Record<CaptureField | typeof consentName, string>> = {}
  for (const field of required) if (fields[field] === '') problems[field] = `Preencha: ${captureFieldLabels[field]}`
  if (fields.telefone === '' && fields.email === '') problems.telefone ??= 'Informe um telefone ou um e-mail'
  else if (fields.telefone !== '' && phoneKey(fields.telefone) === null)
    problems.telefone = 'Este telefone não tem número'
  if (fields.email !== '' && !isEmail(fields.email)) problems.email = 'Confira o e-mail, como nome@exemplo.com.br'
  if (asksConsent && !hasConsent) problems[consentName] = 'Marque a caixa para podermos entrar em contato'
  return problems
}

const maxDescriptionLength = 5000

/** A lead has no field for an invalid e-mail, nor for extras. */
const describe = ({ fields, extras }: ReadSubmission): string => {
  const invalid: SentFields = fields.email === '' || isEmail(fields.email) ? [] : [['E-mail informado', fields.email]]
  const lines = [...invalid, ...extras].map(([name, value]) => `${name}: ${value}`)
  return [fields.mensagem, ...lines].filter(Boolean).join('\n')
}

/** Returns what a lead could not hold whole. */
export const findTooLong = (submission: ReadSubmission): Partial<Record<CaptureField, string>> => {
  const tooLong = captureFields.filter(field => submission.fields[field].length > captureFieldLengths[field])
  const messages = tooLong.map(field => [field, `Use no máximo ${formatCount(captureFieldLengths[field])} caracteres`])
  if (describe(submission).length > maxDescriptionLength)
    messages.push([
      'mensagem',
      `A mensagem e os outros campos passam de ${formatCount(maxDescriptionLength)} caracteres`,
    ])
  return Object.fromEntries(messages)
}

/** Returns the lead of a submission, incomplete where the submission is. */
export const toCapturedLead = (submission: ReadSubmission, today: string): LeadForm => {
  const { nome, negocio, telefone, email } = submission.fields
  return {
    nome,
    negocio,
    telefone,
    email: isEmail(email) ? email : '',
    descricaoServico: describe(submission),
    valorServico: 0,
    status: firstStage,
    formaPagamento: null,
    prazoEntrega: null,
    dataProspeccao: today,
    dataFechamento: null,
    origem: 'formulario',
    baseLegal: submission.hasConsent ? 'consentimento' : null,
  }
}
