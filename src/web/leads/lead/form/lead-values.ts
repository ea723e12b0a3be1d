import { firstStage, type LeadStatus } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { toLocalDate, toPlainDate } from '#contract/values/dates.ts'

/** Form values in the order of the screen: text as typed, and money as a number or `null`. */
export interface LeadFormValues {
  nome: string
  negocio: string
  telefone: string
  email: string
  descricaoServico: string
  valorServico: number | null
  status: LeadStatus
  dataProspeccao: string
  dataFechamento: string
  formaPagamento: string
  prazoEntrega: string
  /** Only of a new lead: the chosen responsible member, if any. */
  userId: string | null | undefined
}

/** Marks a partly typed date. The browser reports an empty value, which would delete the stored date. */
export const incompleteDate = 'incompleta'

export const newLeadValues = (now: Date): LeadFormValues => ({
  nome: '',
  negocio: '',
  telefone: '',
  email: '',
  descricaoServico: '',
  valorServico: null,
  status: firstStage,
  dataProspeccao: toLocalDate(now),
  dataFechamento: '',
  formaPagamento: '',
  prazoEntrega: '',
  userId: undefined,
})

export const toFormValues = (lead: Lead): LeadFormValues => ({
  nome: lead.nome,
  negocio: lead.negocio,
  telefone: lead.telefone,
  email: lead.email,
  descricaoServico: lead.descricaoServico,
  valorServico: lead.valorServico,
  status: lead.status,
  dataProspeccao: toPlainDate(lead.dataProspeccao),
  dataFechamento: lead.dataFechamento ? toPlainDate(lead.dataFechamento) : '',
  formaPagamento: lead.formaPagamento ?? '',
  prazoEntrega: lead.prazoEntrega ?? '',
  userId: undefined,
})
