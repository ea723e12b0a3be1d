import { defaultSort, type LeadSort, type LeadSortField } from '#contract/leads/leads.ts'

export const sortLabels: Record<LeadSort, string> = {
  '-createdAt': 'Mais novos',
  createdAt: 'Mais antigos',
  '-updatedAt': 'Alterados recentemente',
  updatedAt: 'Parados há mais tempo',
  nome: 'Nome (A–Z)',
  '-nome': 'Nome (Z–A)',
  negocio: 'Negócio (A–Z)',
  '-negocio': 'Negócio (Z–A)',
  '-valorServico': 'Maior valor',
  valorServico: 'Menor valor',
  status: 'Etapa do funil',
  '-status': 'Etapa do funil (do fim ao início)',
  '-dataProspeccao': 'Prospecção mais recente',
  dataProspeccao: 'Prospecção mais antiga',
  '-dataFechamento': 'Fechamento mais recente',
  dataFechamento: 'Fechamento mais antigo',
}

/** Reads a sort order from the URL. Ignores values that the server would reject. */
export const parseSort = (text: string | null): LeadSort =>
  text !== null && Object.hasOwn(sortLabels, text) ? (text as LeadSort) : defaultSort

const isDescending = (sort: LeadSort): boolean => sort.startsWith('-')
const descending = (field: LeadSortField): LeadSort => `-${field}`
const fieldOf = (sort: LeadSort): string => sort.replace('-', '')

/** Amounts and dates start with the largest, texts with A. */
const firstOrder = (field: LeadSortField): LeadSort =>
  ['nome', 'negocio', 'status'].includes(field) ? field : descending(field)

/** Returns the next sort order of a column: first order, reverse order, then the list's default. */
export const nextSort = (field: LeadSortField, sort: LeadSort): LeadSort => {
  const first = firstOrder(field)
  if (fieldOf(sort) !== field) return first
  if (sort === first) return isDescending(first) ? field : descending(field)
  return defaultSort
}

export const ariaSort = (field: LeadSortField, sort: LeadSort): 'ascending' | 'descending' | undefined => {
  if (fieldOf(sort) !== field) return undefined
  return isDescending(sort) ? 'descending' : 'ascending'
}
