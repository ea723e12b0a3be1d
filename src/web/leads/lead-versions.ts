import { formatDay } from '#contract/dates.ts'
import { statusLabels } from '#contract/lead-status.ts'
import { formatReais } from '#contract/money.ts'
import type { LeadFormValues } from './lead-values.ts'

export type LeadField = keyof LeadFormValues

export const fieldLabels: Record<LeadField, string> = {
  nome: 'Nome',
  negocio: 'Negócio / Nicho',
  telefone: 'Telefone',
  email: 'E-mail',
  descricaoServico: 'Descrição do serviço',
  valorServico: 'Valor do serviço',
  status: 'Status',
  formaPagamento: 'Forma de pagamento',
  prazoEntrega: 'Prazo de entrega',
  dataProspeccao: 'Data de prospecção',
  dataFechamento: 'Data de fechamento',
}

export const fieldNames = Object.keys(fieldLabels) as LeadField[]

export type Side = 'mine' | 'theirs'

export interface Difference {
  field: LeadField
  /** Mine where I changed the field, theirs where only they did. */
  suggested: Side
}

/** The fields in which what I wrote and what is stored now differ, against the version that I opened. */
export const differences = (opened: LeadFormValues, mine: LeadFormValues, theirs: LeadFormValues): Difference[] =>
  fieldNames
    .filter(field => mine[field] !== theirs[field])
    .map(field => ({ field, suggested: mine[field] === opened[field] ? 'theirs' : 'mine' }))

export const mergeVersions = (
  mine: LeadFormValues,
  theirs: LeadFormValues,
  choices: Partial<Record<LeadField, Side>>,
): LeadFormValues => {
  const chosen = Object.entries(choices).filter(([, side]) => side === 'theirs')
  return { ...mine, ...Object.fromEntries(chosen.map(([field]) => [field, theirs[field as LeadField]])) }
}

/** A field's value as people read it. */
export const readable = (values: LeadFormValues, field: LeadField): string => {
  if (field === 'valorServico') return values.valorServico === null ? '-' : formatReais(values.valorServico)
  if (field === 'status') return statusLabels[values.status]
  if (field === 'dataProspeccao' || field === 'dataFechamento') return values[field] ? formatDay(values[field]) : '-'
  return values[field] || '-'
}
