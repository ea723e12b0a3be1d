import { type MergeField, mergeFields } from '#contract/duplicates/duplicates.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { describeNextStep, noNextStep } from '#web/lead-display/next-step-text.ts'
import { fieldLabels, formatField } from '../form/lead-conflict.ts'
import { toFormValues } from '../form/lead-values.ts'

export interface MergeOption {
  leadId: string
  text: string
}

export interface MergeChoice {
  field: MergeField
  label: string
  /** Different values, that of the kept lead first. */
  options: MergeOption[]
  /** The kept lead's value, or if it has none, the first other one. */
  suggested: string
}

const textOf = (lead: Lead, field: MergeField, now: Date): string => {
  if (field !== 'nextStep') return formatField(toFormValues(lead), field)
  return lead.nextStep ? describeNextStep(lead.nextStep, now) : noNextStep
}

const isEmpty = (lead: Lead, field: MergeField): boolean => lead[field] === null || lead[field] === ''

/** Returns the fields in which the leads differ. The first lead is the one that is kept. */
export const mergeChoices = (leads: readonly Lead[], now: Date): MergeChoice[] =>
  mergeFields.flatMap(field => {
    const options: MergeOption[] = []
    for (const lead of leads) {
      const text = textOf(lead, field, now)
      if (!options.some(option => option.text === text)) options.push({ leadId: lead._id, text })
    }
    const suggested = leads.find(lead => !isEmpty(lead, field)) ?? leads[0]
    if (options.length < 2 || !suggested) return []
    const label = field === 'nextStep' ? 'Próximo passo' : fieldLabels[field]
    const shown = options.find(({ text }) => text === textOf(suggested, field, now))
    return [{ field, label, options, suggested: shown?.leadId ?? suggested._id }]
  })
