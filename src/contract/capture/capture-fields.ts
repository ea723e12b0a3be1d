/** What a form may ask for, in the order of its page. */
export const captureFields = ['nome', 'telefone', 'email', 'negocio', 'mensagem'] as const
export type CaptureField = (typeof captureFields)[number]

export const captureFieldLabels: Record<CaptureField, string> = {
  nome: 'Nome',
  telefone: 'Telefone (WhatsApp)',
  email: 'E-mail',
  negocio: 'Empresa ou negócio',
  mensagem: 'Mensagem',
}

/** Most characters of each field, as in a lead. */
export const captureFieldLengths: Record<CaptureField, number> = {
  nome: 120,
  telefone: 30,
  email: 254,
  negocio: 120,
  mensagem: 4000,
}

/** A field that people do not see. Programs that fill in every field give themselves away. */
export const honeypotName = 'confirme_aqui'

/** Names of the consent's checkbox, and of the version of its text. */
export const consentName = 'consentimento'
export const consentVersionName = 'versao_consentimento'

/** How leads of a form get a responsible member. */
export const distributions = ['none', 'member', 'turns'] as const
export type Distribution = (typeof distributions)[number]
export const distributionLabels: Record<Distribution, string> = {
  none: 'Sem responsável',
  member: 'Sempre a mesma pessoa',
  turns: 'Por rodízio',
}

export const submissionOutcomes = ['lead', 'merged', 'waiting', 'suspect', 'refused'] as const
export type SubmissionOutcome = (typeof submissionOutcomes)[number]

/** Why a submission is no lead yet. */
export const waitingReasonTexts = {
  limit: 'O limite de leads do plano foi atingido',
  ended: 'A conta estava sem plano',
  'form-limit': 'O formulário passa do número do plano',
  inactive: 'O formulário está pausado',
  incomplete: 'Faltam dados que o formulário pede, ou não valem',
  consent: 'Sem o consentimento',
} as const
export type WaitingReason = keyof typeof waitingReasonTexts

/** Reasons that end with another plan, or an active form. Then such submissions become leads by themselves. */
export const passingReasons: readonly WaitingReason[] = ['limit', 'ended', 'form-limit', 'inactive']

export const suspicionTexts = {
  honeypot: 'Um campo que as pessoas não veem veio preenchido',
  'too-fast': 'Preenchido rápido demais',
  pace: 'Envios demais em pouco tempo',
} as const
export type Suspicion = keyof typeof suspicionTexts

export type SubmissionReason = WaitingReason | Suspicion | 'erased'

const reasonTexts: Record<string, string> = {
  ...waitingReasonTexts,
  ...suspicionTexts,
  erased: 'A pessoa pediu a exclusão dos dados dela; nada foi guardado',
}
export const submissionReasonText = (reason: string): string => reasonTexts[reason] ?? reason

/** Path of a form's page. */
export const formPath = (key: string): string => `/f/${key}`
