import { IncompleteLead } from '#contract/leads/lead.ts'
import { stageOf } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { LegalBasis } from '#contract/privacy/lead-privacy.ts'
import { staleLeadOf } from '../../api.ts'
import { assignLeads, createLead, quickAddLead, replaceLead } from '../../api-on-demand.ts'
import { differences, fieldNames } from './lead-conflict.ts'
import { type LeadFormValues, toFormValues } from './lead-values.ts'

export interface LeadSave {
  values: LeadFormValues
  /** Values that the fields showed before the edit. */
  seen: LeadFormValues
  /** Stored version that the values are based on; `null` creates a lead. */
  over: Lead | null
  /** A new lead of which only a name and a phone number is required. */
  isQuick?: boolean
  /** Lets a person be a lead again who was erased. */
  baseLegal?: LegalBasis
}

const toRequestBody = ({ userId: _, ...values }: LeadFormValues) => ({
  ...values,
  valorServico: values.valorServico ?? 0,
})

const matchesValues = (stored: Lead, values: LeadFormValues): boolean => {
  const [kept, written] = [IncompleteLead.parse(toFormValues(stored)), IncompleteLead.parse(toRequestBody(values))]
  return fieldNames.every(field => kept[field] === written[field])
}

/**
 * Creates the lead once per id. If an earlier attempt with a lost response was stored, updates it unless another
 * device has changed it.
 */
const saveNewLead = async (id: string, { values, isQuick, baseLegal }: LeadSave): Promise<Lead> => {
  // Another device may have deleted a lead with a legacy status, which new leads cannot have.
  const status = stageOf(values.status)
  const written = { ...values, status }
  const { userId } = values
  const body = { ...toRequestBody(values), userId, status, _id: id, ...(baseLegal && { baseLegal }) }
  const stored = await (isQuick ? quickAddLead : createLead)(body)
  if (userId !== undefined && stored.userId !== userId) await assignLeads([id], userId)
  return matchesValues(stored, written) ? stored : replaceLead(id, 1, toRequestBody(written))
}

/** Saves a lead. Overwrites a newer version without conflicts; throws `stale_lead` otherwise. */
export const saveLead = async (newId: string, save: LeadSave): Promise<Lead> => {
  const { values, seen, over } = save
  if (!over) return saveNewLead(newId, save)
  try {
    return await replaceLead(over._id, over.version, toRequestBody(values))
  } catch (error) {
    const current = staleLeadOf(error)
    if (!current || differences(seen, values, toFormValues(current)).length > 0) throw error
    return saveLead(newId, { values, seen, over: current })
  }
}
