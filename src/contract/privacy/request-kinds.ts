/** What a data subject may ask for (LGPD, article 18). */
export const requestKinds = [
  'confirmacao',
  'acesso',
  'correcao',
  'anonimizacao',
  'eliminacao',
  'portabilidade',
  'revogacao',
  'oposicao',
] as const
export type RequestKind = (typeof requestKinds)[number]
export const requestKindLabels: Record<RequestKind, string> = {
  confirmacao: 'Confirmar se há dados',
  acesso: 'Acesso aos dados',
  correcao: 'Correção',
  anonimizacao: 'Anonimização',
  eliminacao: 'Eliminação',
  portabilidade: 'Portabilidade',
  revogacao: 'Revogar o consentimento',
  oposicao: 'Oposição ao uso dos dados',
}
