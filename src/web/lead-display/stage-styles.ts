import { type LeadStatus, type Stage, stageOf } from '#contract/leads/lead-status.ts'

type StageStyle = {
  /** Text color of the mark, because icons draw with `currentColor`. */
  dot: string
  /** Background and text color of a badge. */
  badge: string
}

const styles: Record<Stage, StageStyle> = {
  'novo-lead': {
    dot: 'text-stage-novo-lead-dot',
    badge: 'bg-stage-novo-lead-soft text-stage-novo-lead-fg',
  },
  qualificando: {
    dot: 'text-stage-qualificando-dot',
    badge: 'bg-stage-qualificando-soft text-stage-qualificando-fg',
  },
  'contato-estabelecido': {
    dot: 'text-stage-contato-estabelecido-dot',
    badge: 'bg-stage-contato-estabelecido-soft text-stage-contato-estabelecido-fg',
  },
  'proposta-enviada': {
    dot: 'text-stage-proposta-enviada-dot',
    badge: 'bg-stage-proposta-enviada-soft text-stage-proposta-enviada-fg',
  },
  negociacao: {
    dot: 'text-stage-negociacao-dot',
    badge: 'bg-stage-negociacao-soft text-stage-negociacao-fg',
  },
  ganho: {
    dot: 'text-stage-ganho-dot',
    badge: 'bg-stage-ganho-soft text-stage-ganho-fg',
  },
  perdido: {
    dot: 'text-stage-perdido-dot',
    badge: 'bg-stage-perdido-soft text-stage-perdido-fg',
  },
  nurturing: {
    dot: 'text-stage-nurturing-dot',
    badge: 'bg-stage-nurturing-soft text-stage-nurturing-fg',
  },
}

export const stageStyle = (status: LeadStatus): StageStyle => styles[stageOf(status)]
