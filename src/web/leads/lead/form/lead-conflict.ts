import { statusLabels } from '#contract/leads/lead-status.ts'
import { formatDate } from '#contract/values/dates.ts'
import { formatReais } from '#contract/values/money.ts'
import { formatPhone } from '#contract/values/phone.ts'
import { changedByBoth, mergeTyped } from '#web/forms/seen-values.ts'
import type { LeadFormValues } from './lead-values.ts'

/** Fields that a stored lead is edited by. */
export type LeadField = Exclude<keyof LeadFormValues, 'userId'>

export const fieldLabels: Record<LeadField, string> = {
  nome: 'Nome',
  negocio: 'Negócio / Nicho',
  telefone: 'Telefone',
  email: 'E-mail',
  descricaoServico: 'Descrição do serviço',
  valorServico: 'Valor do serviço',
  status: 'Etapa',
  dataProspeccao: 'Data de prospecção',
  dataFechamento: 'Data de fechamento',
  formaPagamento: 'Forma de pagamento',
  prazoEntrega: 'Prazo de entrega',
}

export const fieldNames = Object.keys(fieldLabels) as LeadField[]

export type Side = 'mine' | 'theirs'

export interface Difference {
  field: LeadField
  /** Mine if I changed the field, otherwise theirs. */
  suggested: Side
}

/** Returns the fields that need a choice: changed in storage since `seen`, and different from mine. */
export const differences = (seen: LeadFormValues, mine: LeadFormValues, theirs: LeadFormValues): Difference[] =>
  fieldNames
    .filter(field => theirs[field] !== seen[field] && theirs[field] !== mine[field])
    .map(field => ({ field, suggested: mine[field] === seen[field] ? 'theirs' : 'mine' }))

/**
 * Merges their version into my edits: unchanged fields take their value. Fields that both changed remain mine and
 * still conflict.
 */
export const mergeUntouched = (seen: LeadFormValues, mine: LeadFormValues, theirs: LeadFormValues) => {
  const both = changedByBoth(seen, mine, theirs, fieldNames)
  const stillSeen = Object.fromEntries(both.map(field => [field, seen[field]]))
  return { seen: { ...theirs, ...stillSeen }, mine: mergeTyped(seen, mine, theirs, fieldNames) }
}

/** Merges what was typed after `sent` was sent into the stored values. Returns `undefined` if nothing was. */
export const typedSince = (sent: LeadFormValues, now: LeadFormValues, stored: LeadFormValues) =>
  fieldNames.some(field => now[field] !== sent[field]) ? mergeUntouched(sent, now, stored) : undefined

export const mergeVersions = (
  mine: LeadFormValues,
  theirs: LeadFormValues,
  choices: Partial<Record<LeadField, Side>>,
): LeadFormValues => {
  const chosen = Object.entries(choices).filter(([, side]) => side === 'theirs')
  return { ...mine, ...Object.fromEntries(chosen.map(([field]) => [field, theirs[field as LeadField]])) }
}

/** Formats a field's value for display. */
export const formatField = (values: LeadFormValues, field: LeadField): string => {
  if (field === 'valorServico') return values.valorServico === null ? '-' : formatReais(values.valorServico)
  if (field === 'status') return statusLabels[values.status]
  if (field === 'dataProspeccao' || field === 'dataFechamento') return values[field] ? formatDate(values[field]) : '-'
  if (field === 'telefone' && values.telefone) return formatPhone(values.telefone)
  return values[field] || '-'
}
