import { z } from '../zod.ts'

/** Where the data of a lead came from. */
export const leadOrigins = ['manual', 'importado', 'formulario', 'api', 'whatsapp', 'indicacao', 'outro'] as const
export type LeadOrigin = (typeof leadOrigins)[number]
export const leadOriginLabels: Record<LeadOrigin, string> = {
  manual: 'Cadastro manual',
  importado: 'Planilha importada',
  formulario: 'Formulário',
  api: 'Integração',
  whatsapp: 'WhatsApp',
  indicacao: 'Indicação',
  outro: 'Outra',
}

/** Legal basis of the processing (LGPD, article 7). */
export const legalBases = ['consentimento', 'contrato', 'legitimo_interesse', 'obrigacao_legal'] as const
export type LegalBasis = (typeof legalBases)[number]
export const legalBasisLabels: Record<LegalBasis, string> = {
  consentimento: 'Consentimento',
  contrato: 'Contrato ou negociação',
  legitimo_interesse: 'Legítimo interesse',
  obrigacao_legal: 'Obrigação legal',
}

export const unknownOrigin = { error: 'Esta origem não existe' }
export const unknownBasis = { error: 'Esta base legal não existe' }

const choice = <const Values extends readonly string[]>(values: Values, params: { error: string }) =>
  z.optional(z.nullable(z.enum(values, params)))

/** Absent fields stay as stored. */
export const leadPrivacyFields = {
  origem: choice(leadOrigins, unknownOrigin),
  baseLegal: choice(legalBases, unknownBasis),
  /** The person asked not to be contacted. */
  naoContatar: z.optional(z.boolean({ error: 'Informe sim ou não' })),
}
