/** Stages that a lead should leave, in order: neither won nor given up. */
export const openStages = [
  'novo-lead',
  'qualificando',
  'contato-estabelecido',
  'proposta-enviada',
  'negociacao',
] as const
export type OpenStage = (typeof openStages)[number]
/** Stages that end a sale. */
export const decidedStages = ['ganho', 'perdido'] as const
/** The eight stages, in board order. */
export const stages = [...openStages, ...decidedStages, 'nurturing'] as const
export type Stage = (typeof stages)[number]

/** Statuses of older leads with the stage that counts them. New leads are rejected with these statuses. */
export const legacyStatuses = {
  'proposta-aceita': 'ganho',
  'proposta-recusada': 'perdido',
  'em-negociacao': 'negociacao',
} as const satisfies Record<string, Stage>
export type LegacyStatus = keyof typeof legacyStatuses

export type LeadStatus = Stage | LegacyStatus
export const leadStatuses = [...stages, ...(Object.keys(legacyStatuses) as LegacyStatus[])] as const

export const firstStage: Stage = 'novo-lead'
/** Counts as won in totals, conversion rate and report. */
export const wonStage: Stage = 'ganho'
/** Stages outside the funnel's order. */
export const exitStages: readonly Stage[] = ['perdido', 'nurturing']

export const statusLabels: Record<LeadStatus, string> = {
  'novo-lead': 'Novo Lead',
  qualificando: 'Qualificando',
  'contato-estabelecido': 'Contato Estabelecido',
  'proposta-enviada': 'Proposta Enviada',
  negociacao: 'Negociação',
  ganho: 'Ganho (Fechou)',
  perdido: 'Perdido',
  nurturing: 'Nurturing / Reengajar',
  'proposta-aceita': 'Proposta Aceita',
  'proposta-recusada': 'Proposta Recusada',
  'em-negociacao': 'Em Negociação',
}

const isLegacy = (status: LeadStatus): status is LegacyStatus => status in legacyStatuses

export const stageOf = (status: LeadStatus): Stage => (isLegacy(status) ? legacyStatuses[status] : status)
