/** Why the server calls no such address. */
export const refusalTexts = {
  'invalid-url': 'Informe um endereço completo, que comece com https://.',
  'not-https': 'Use um endereço que comece com https://.',
  credentials: 'Use um endereço sem nome nem senha de acesso.',
  port: 'Use a porta 443, 8443 ou uma acima de 1023.',
  'own-host': 'Use o endereço de outro sistema: este é o do próprio sistema.',
  unresolved: 'Este endereço não foi encontrado na internet.',
  loopback: 'Este endereço aponta para o próprio servidor (loopback).',
  private: 'Este endereço é de uma rede privada.',
  'link-local': 'Este endereço só existe na rede local (link-local).',
  'carrier-grade-nat': 'Este endereço é da rede interna de um provedor (CGNAT).',
  translated: 'Este endereço é uma tradução entre IPv4 e IPv6.',
  reserved: 'Este endereço é reservado e não é público.',
} as const
export type Refusal = keyof typeof refusalTexts

/** Why a delivery has no status of the receiver. */
const failureTexts = {
  timeout: 'O endereço não respondeu em 10 segundos.',
  'connection-refused': 'O endereço recusou a conexão.',
  'connection-failed': 'A conexão com o endereço falhou.',
  tls: 'O certificado do endereço não é válido.',
  'secret-unreadable': 'O segredo não pôde ser lido. Gere outro.',
  'plan-paused': 'O plano da conta não inclui este webhook no momento.',
  'endpoint-stopped': 'O webhook foi parado antes do envio.',
  erased: 'O lead foi excluído de vez.',
} as const
export type DeliveryFailure = Refusal | keyof typeof failureTexts

const texts: Record<string, string> = { ...refusalTexts, ...failureTexts }

export const deliveryErrorText = (error: string): string => texts[error] ?? 'O envio falhou.'
