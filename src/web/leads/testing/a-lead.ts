import type { Lead } from '#contract/leads/leads.ts'

const typical: Partial<Lead> = {
  _id: '0192f0c1-0000-7000-8000-000000000001',
  userId: 'u',
  nome: 'Padaria Sol',
  negocio: 'Padaria',
  telefone: '11987654321',
  email: 'sol@exemplo.com',
  descricaoServico: 'Site',
  valorServico: 100.1,
  status: 'novo-lead',
  formaPagamento: null,
  prazoEntrega: null,
  dataProspeccao: '2026-11-20T00:00:00.000Z',
  dataFechamento: null,
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  stageSince: '2026-11-20T10:00:00Z',
  isStageSinceExact: true,
  nextStep: null,
  lostReasonId: null,
  lostNote: null,
  version: 1,
}

/** A lead as the server returns it, in the fields that its tests look at. */
export const aLead = (overrides: Partial<Lead> = {}): Lead => ({ ...typical, ...overrides }) as Lead
