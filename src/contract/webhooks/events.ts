/** What webhooks tell, in the order of the list of choices. A change is told once, as its most specific event. */
export const webhookEvents = [
  'lead.created',
  'lead.updated',
  'lead.stage_changed',
  'lead.won',
  'lead.lost',
  'lead.assigned',
  'lead.deleted',
  'lead.restored',
  'lead.anonymized',
  'leads.bulk_changed',
  'task.completed',
  'import.finished',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const webhookEventNames: Record<WebhookEvent, string> = {
  'lead.created': 'Lead cadastrado',
  'lead.updated': 'Lead alterado',
  'lead.stage_changed': 'Lead mudou de etapa',
  'lead.won': 'Lead ganho',
  'lead.lost': 'Lead perdido',
  'lead.assigned': 'Lead com outro responsável',
  'lead.deleted': 'Lead excluído',
  'lead.restored': 'Lead restaurado',
  'lead.anonymized': 'Lead anonimizado',
  'leads.bulk_changed': 'Muitos leads de uma vez',
  'task.completed': 'Próximo passo concluído',
  'import.finished': 'Importação concluída',
}

/** A test, which every endpoint gets on request. */
export const pingEvent = 'ping'

const sampleLead = {
  _id: '01991d3a-7c1e-7d55-9a3b-0d2f4c6e8a10',
  userId: null,
  nome: 'Ana Souza',
  negocio: 'Padaria Sol',
  telefone: '(11) 98765-4321',
  email: 'ana@exemplo.com.br',
  descricaoServico: 'Site com pedidos',
  valorServico: 2500.5,
  status: 'negociacao',
  formaPagamento: null,
  prazoEntrega: null,
  dataProspeccao: '2026-11-20T00:00:00.000Z',
  dataFechamento: null,
  createdAt: '2026-11-20T12:00:00.000000Z',
  updatedAt: '2026-11-21T15:30:00.000000Z',
  stageSince: '2026-11-21T15:30:00.000000Z',
  isStageSinceExact: true,
  nextStep: null,
  version: 3,
}

const sampleData = (type: WebhookEvent): Record<string, unknown> => {
  switch (type) {
    case 'leads.bulk_changed':
      return { seq: 41, count: 120 }
    case 'import.finished':
      return {
        import: {
          _id: sampleLead._id,
          fileName: 'leads.xlsx',
          state: 'done',
          created: 98,
          updated: 2,
          skipped: 0,
          failed: 1,
        },
      }
    case 'task.completed':
      return { lead: sampleLead, task: { kind: 'whatsapp', day: '2026-11-21', outcome: 'Pediu proposta' } }
    case 'lead.created':
    case 'lead.deleted':
    case 'lead.restored':
    case 'lead.anonymized':
      return { lead: sampleLead, seq: 41 }
    case 'lead.assigned':
      return { lead: sampleLead, seq: 41, previous: { userId: '01991d3a-7c1e-7d55-9a3b-0d2f4c6e8a11' } }
    case 'lead.updated':
      return { lead: sampleLead, seq: 41, previous: { valorServico: 2000 } }
    default:
      return { lead: sampleLead, seq: 41, previous: { status: 'proposta-enviada' } }
  }
}

/** The body of a delivery, for documentation and for tools that ask for a sample. */
export const webhookSample = (type: WebhookEvent) => ({
  type,
  timestamp: sampleLead.updatedAt,
  data: sampleData(type),
})
