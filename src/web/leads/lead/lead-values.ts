import { toLocalDate, toPlainDate } from '#contract/dates.ts'
import { firstStage, type LeadStatus } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'

/** The form's own values: text as it stands in the fields, money as a number once something was typed. */
export interface LeadFormValues {
  nome: string
  negocio: string
  telefone: string
  email: string
  descricaoServico: string
  valorServico: number | null
  status: LeadStatus
  formaPagamento: string
  prazoEntrega: string
  dataProspeccao: string
  dataFechamento: string
}

/**
 * In place of a date of which only a part is typed. The browser calls such a field empty, and saving it so would delete
 * the date that is stored; this is refused, here and by the server.
 */
export const incompleteDate = 'incompleta'

export const newLeadValues = (now: Date): LeadFormValues => ({
  nome: '',
  negocio: '',
  telefone: '',
  email: '',
  descricaoServico: '',
  valorServico: null,
  status: firstStage,
  formaPagamento: '',
  prazoEntrega: '',
  dataProspeccao: toLocalDate(now),
  dataFechamento: '',
})

export const toFormValues = (lead: Lead): LeadFormValues => ({
  nome: lead.nome,
  negocio: lead.negocio,
  telefone: lead.telefone,
  email: lead.email,
  descricaoServico: lead.descricaoServico,
  valorServico: lead.valorServico,
  status: lead.status,
  formaPagamento: lead.formaPagamento ?? '',
  prazoEntrega: lead.prazoEntrega ?? '',
  dataProspeccao: toPlainDate(lead.dataProspeccao),
  dataFechamento: lead.dataFechamento ? toPlainDate(lead.dataFechamento) : '',
})
