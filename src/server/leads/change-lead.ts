import { definedFields, leadFormOver } from '#contract/leads/lead.ts'
import type { Lead, LeadForm, LeadPatch } from '#contract/leads/leads.ts'
import { z } from '#contract/zod.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { fieldMessages } from '../http/bodies/field-messages.ts'
import { toLeadForm } from './fields/lead-columns.ts'
import { type StatementWriter, type Writer, writeAtOnce, writeLeads } from './write/lead-writer.ts'

/** Returns the version of an `If-Match` header, or `undefined` for none or `*`. Throws `validation_failed`. */
export const parseIfMatch = (ifMatch: string | undefined): number | undefined => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const version = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(ifMatch)?.[1]
  if (version === undefined) throw new AppError('validation_failed', { fields: { 'if-match': 'Versão inválida' } })
  return Number(version)
}

/** Is true if a changed field no longer has the value the caller saw, unless it already has the new value. */
const isStale = (current: LeadForm, change: Partial<LeadForm>, was: Partial<LeadForm>): boolean =>
  definedFields(was).some(field => current[field] !== was[field] && current[field] !== change[field])

/** What an anonymized lead still changes: its place in the sales figures. */
const figures: (keyof LeadForm)[] = ['status', 'valorServico', 'dataProspeccao', 'dataFechamento']

/** Throws `lead_anonymized` if a change would name the person again. */
const assertNotAnonymized = ({ anonymizedAt }: Lead, form: LeadForm, change: Partial<LeadForm>): void => {
  const isPersonal = definedFields(change).some(field => !figures.includes(field) && change[field] !== form[field])
  if (anonymizedAt !== null && isPersonal) throw new AppError('lead_anonymized')
}

/** Throws `validation_failed` if a change empties a text that was filled. */
const assertKeepsTexts = (current: Lead, change: Partial<LeadForm>): void => {
  const { error } = z.safeParse(z.partial(leadFormOver(current)), change)
  if (error) throw new AppError('validation_failed', { fields: fieldMessages(error.issues) })
}

/**
 * Changes the named fields of the current lead and leaves all others as stored. Throws `not_found`, quota errors,
 * `validation_failed`, `lead_anonymized`, or
 * `stale_lead` (with the current lead) if `version` or a value in `was` no longer matches.
 */
export const changeLead = async (
  db: Db,
  writer: Writer,
  id: string,
  { was = {}, ...fields }: LeadPatch,
  version: number | undefined,
): Promise<Lead> => {
  const write = async (leads: StatementWriter, current: Lead | undefined): Promise<Lead | undefined> => {
    const given = definedFields(fields)
    const change = Object.fromEntries(given.map(field => [field, fields[field]]))
    if (!current) throw new AppError('not_found')
    const form = toLeadForm(current)
    const isOther = version !== undefined && current.version !== version
    if (isOther || isStale(form, change, was as Partial<LeadForm>)) throw new AppError('stale_lead', { lead: current })
    assertNotAnonymized(current, form, change)
    assertKeepsTexts(current, change)
    const isMove = given.every(field => field === 'status')
    return leads[isMove ? 'move' : 'update'](current, { ...form, ...change })
  }
  const leads = writeAtOnce(db, writer)
  const changed =
    (await write(leads, await leads.find(id))) ?? (await writeLeads(db, writer, { adds: false, lead: id }, write))
  if (!changed) throw new AppError('not_found')
  return changed
}
