import type { StepKind } from '../leads/next-step.ts'

export const channels = ['whatsapp', 'telefone', 'email'] as const
export type Channel = (typeof channels)[number]

export const contactOutcomes = ['respondeu', 'sem-resposta', 'numero-errado', 'proposta'] as const
export type ContactOutcome = (typeof contactOutcomes)[number]

export const outcomeLabels: Record<ContactOutcome, string> = {
  respondeu: 'Respondeu',
  'sem-resposta': 'Sem resposta',
  'numero-errado': 'Número errado',
  proposta: 'Proposta',
}

interface SuggestedStep {
  kind: StepKind
  inDays: number
  texto: string
}

/** What usually follows a contact. */
export const suggestedSteps: Record<ContactOutcome, SuggestedStep> = {
  respondeu: { kind: 'whatsapp', inDays: 1, texto: '' },
  'sem-resposta': { kind: 'ligar', inDays: 2, texto: '' },
  'numero-errado': { kind: 'outro', inDays: 1, texto: 'Conseguir o número certo' },
  proposta: { kind: 'proposta', inDays: 1, texto: '' },
}
