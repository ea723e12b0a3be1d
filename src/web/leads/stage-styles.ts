import { type LeadStatus, type Stage, stageOf } from '#contract/lead-status.ts'

type StageStyle = {
  /** The mark's colour, as text colour: glyphs draw with currentColor. */
  dot: string
  /** The same colour as a fill: bars and markers. */
  bar: string
  /** Background and text of a badge. */
  badge: string
  line: string
}

const styles: Record<Stage, StageStyle> = {
  'novo-lead': {
    dot: 'text-stage-novo-lead-dot',
    bar: 'bg-stage-novo-lead-dot',
    badge: 'bg-stage-novo-lead-soft text-stage-novo-lead-fg',
    line: 'border-stage-novo-lead-line',
  },
  qualificando: {
    dot: 'text-stage-qualificando-dot',
    bar: 'bg-stage-qualificando-dot',
    badge: 'bg-stage-qualificando-soft text-stage-qualificando-fg',
    line: 'border-stage-qualificando-line',
  },
  'contato-estabelecido': {
    dot: 'text-stage-contato-estabelecido-dot',
    bar: 'bg-stage-contato-estabelecido-dot',
    badge: 'bg-stage-contato-estabelecido-soft text-stage-contato-estabelecido-fg',
    line: 'border-stage-contato-estabelecido-line',
  },
  'proposta-enviada': {
    dot: 'text-stage-proposta-enviada-dot',
    bar: 'bg-stage-proposta-enviada-dot',
    badge: 'bg-stage-proposta-enviada-soft text-stage-proposta-enviada-fg',
    line: 'border-stage-proposta-enviada-line',
  },
  negociacao: {
    dot: 'text-stage-negociacao-dot',
    bar: 'bg-stage-negociacao-dot',
    badge: 'bg-stage-negociacao-soft text-stage-negociacao-fg',
    line: 'border-stage-negociacao-line',
  },
  ganho: {
    dot: 'text-stage-ganho-dot',
    bar: 'bg-stage-ganho-dot',
    badge: 'bg-stage-ganho-soft text-stage-ganho-fg',
    line: 'border-stage-ganho-line',
  },
  perdido: {
    dot: 'text-stage-perdido-dot',
    bar: 'bg-stage-perdido-dot',
    badge: 'bg-stage-perdido-soft text-stage-perdido-fg',
    line: 'border-stage-perdido-line',
  },
  nurturing: {
    dot: 'text-stage-nurturing-dot',
    bar: 'bg-stage-nurturing-dot',
    badge: 'bg-stage-nurturing-soft text-stage-nurturing-fg',
    line: 'border-stage-nurturing-line',
  },
}

export const stageStyle = (status: LeadStatus): StageStyle => styles[stageOf(status)]
