import { type RequestKind, requestKindLabels } from '#contract/privacy/request-kinds.ts'
import { formatDate } from '#contract/values/dates.ts'
import type { MailContent } from './layout.ts'

/** Mails about rights of data subjects. They name no data subject. */
export type PrivacyMail = {
  kind: 'request-deadline'
  nome: string
  protocol: string
  request: RequestKind
  receivedOn: string
  dueOn: string
}

export const privacyMail = (
  { protocol, request, receivedOn, dueOn }: PrivacyMail,
  { hello, brandName, url }: Record<'hello' | 'brandName' | 'url', string>,
): MailContent => ({
  subject: `Responda até ${formatDate(dueOn)} ao pedido ${protocol} no ${brandName}`,
  paragraphs: [
    hello,
    `O pedido ${protocol} (${requestKindLabels[request]}), recebido em ${formatDate(receivedOn)}, ainda está aberto. Pela LGPD, a resposta deve sair até ${formatDate(dueOn)}.`,
    'Responda à pessoa no canal em que ela pediu e registre a resposta na página de privacidade.',
  ],
  action: { label: 'Ver os pedidos', url },
})
