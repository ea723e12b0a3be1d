import { stageOf } from '#contract/lead-status.ts'
import { type Lead, LeadForm, leadsApi } from '#contract/leads.ts'
import { call } from '#web/lib/http.ts'
import { staleLeadOf } from './api.ts'
import { type LeadFormValues, valuesOf } from './lead-values.ts'
import { differences, fieldNames } from './lead-versions.ts'

export interface Saving {
  values: LeadFormValues
  /** What the fields showed when that was written in them. */
  seen: LeadFormValues
  /** The stored lead that the values were written over; `null` creates one. */
  over: Lead | null
}

const bodyOf = (values: LeadFormValues) => ({ ...values, valorServico: values.valorServico ?? 0 })

const isAsWritten = (stored: Lead, values: LeadFormValues): boolean => {
  const [kept, written] = [LeadForm.parse(valuesOf(stored)), LeadForm.parse(bodyOf(values))]
  return fieldNames.every(field => kept[field] === written[field])
}

const replaceLead = ({ _id: id, version }: Pick<Lead, '_id' | 'version'>, values: LeadFormValues) =>
  call(leadsApi.replace, { params: { id }, body: bodyOf(values), ifMatch: version })

/**
 * Adds the lead of this id once, however often it is sent. Where an earlier try arrived whose answer was lost, and the form
 * was changed since, what is written now replaces what arrived then, unless somebody else has changed that meanwhile.
 */
const createLead = async (id: string, values: LeadFormValues): Promise<Lead> => {
  // A lead that was deleted elsewhere may have had a status of old.
  const status = stageOf(values.status)
  const written = { ...values, status }
  const stored = await call(leadsApi.create, { body: { ...bodyOf(values), status, _id: id } })
  return isAsWritten(stored, written) ? stored : replaceLead({ _id: id, version: 1 }, written)
}

/** Stores a lead. A newer version in which nothing has to be asked is written over; any other is thrown. */
export const sendLead = async (newId: string, { values, seen, over }: Saving): Promise<Lead> => {
  if (!over) return createLead(newId, values)
  try {
    return await replaceLead(over, values)
  } catch (error) {
    const current = staleLeadOf(error)
    if (!current || differences(seen, values, valuesOf(current)).length > 0) throw error
    return sendLead(newId, { values, seen, over: current })
  }
}
