import { stageOf } from '#contract/lead-status.ts'
import { type Lead, LeadForm, leadsApi } from '#contract/leads.ts'
import { call } from '#web/lib/http.ts'
import { staleLeadOf } from '../api.ts'
import { differences, fieldNames } from './lead-conflict.ts'
import { type LeadFormValues, toFormValues } from './lead-values.ts'

export interface LeadSave {
  values: LeadFormValues
  /** What the fields showed when that was written in them. */
  seen: LeadFormValues
  /** The stored lead that the values were written over; `null` creates one. */
  over: Lead | null
}

const toRequestBody = (values: LeadFormValues) => ({ ...values, valorServico: values.valorServico ?? 0 })

const matchesValues = (stored: Lead, values: LeadFormValues): boolean => {
  const [kept, written] = [LeadForm.parse(toFormValues(stored)), LeadForm.parse(toRequestBody(values))]
  return fieldNames.every(field => kept[field] === written[field])
}

const replaceLead = ({ _id: id, version }: Pick<Lead, '_id' | 'version'>, values: LeadFormValues) =>
  call(leadsApi.replace, { params: { id }, body: toRequestBody(values), ifMatch: version })

/**
 * Adds the lead of this id once, however often it is sent. Where an earlier try arrived whose answer was lost, and the form
 * was changed since, what is written now replaces what arrived then, unless somebody else has changed that meanwhile.
 */
const createLead = async (id: string, values: LeadFormValues): Promise<Lead> => {
  // A lead that was deleted elsewhere may have had a status of old.
  const status = stageOf(values.status)
  const written = { ...values, status }
  const stored = await call(leadsApi.create, { body: { ...toRequestBody(values), status, _id: id } })
  return matchesValues(stored, written) ? stored : replaceLead({ _id: id, version: 1 }, written)
}

/** Stores a lead. A newer version in which nothing has to be asked is written over; any other is thrown. */
export const saveLead = async (newId: string, { values, seen, over }: LeadSave): Promise<Lead> => {
  if (!over) return createLead(newId, values)
  try {
    return await replaceLead(over, values)
  } catch (error) {
    const current = staleLeadOf(error)
    if (!current || differences(seen, values, toFormValues(current)).length > 0) throw error
    return saveLead(newId, { values, seen, over: current })
  }
}
