import { z } from '../zod.ts'

export const stepKinds = ['whatsapp', 'ligar', 'email', 'visita', 'proposta', 'outro'] as const
export type StepKind = (typeof stepKinds)[number]

export const stepLabels: Record<StepKind, string> = {
  whatsapp: 'WhatsApp',
  ligar: 'Ligar',
  email: 'E-mail',
  visita: 'Visita',
  proposta: 'Proposta',
  outro: 'Outro',
}

/** What is to be done next with a lead. */
export const NextStep = z.object({
  kind: z.enum(stepKinds),
  /** "2026-11-20", a date of the account's calendar. */
  day: z.string(),
  /** "14:30", or null for the whole day. */
  time: z.nullable(z.string()),
  texto: z.nullable(z.string()),
})
export type NextStep = z.infer<typeof NextStep>
