import { truncateName } from '#contract/auth/user.ts'
import type { MailContent } from './layout.ts'

/** Mails about API keys and webhooks. */
export type IntegrationMail =
  | { kind: 'key-created'; nome: string; key: string }
  | { kind: 'webhook-failing'; nome: string; url: string }
  | { kind: 'webhook-disabled'; nome: string; url: string; reason: 'failing' | 'gone' }

/** Only the host: the path may contain a secret. */
const hostOf = (url: string): string => URL.parse(url)?.hostname ?? url

export const integrationMail = (
  mail: IntegrationMail,
  { hello, help, brandName }: Record<'hello' | 'help' | 'brandName', string>,
): Pick<MailContent, 'subject' | 'paragraphs'> => {
  switch (mail.kind) {
    case 'key-created':
      return {
        subject: `Uma chave de API foi criada na sua conta no ${brandName}`,
        paragraphs: [
          hello,
          `A chave de API “${truncateName(mail.key, 60)}” foi criada na sua conta. Quem a tem pode ler ou alterar seus leads, conforme as permissões dela.`,
          'Se foi você, não é preciso fazer nada.',
          `Se não foi você, revogue a chave em Integrações, redefina sua senha e ${help}.`,
        ],
      }
    case 'webhook-failing':
      return {
        subject: `Um webhook do ${brandName} falha há um dia`,
        paragraphs: [
          hello,
          `Há um dia nenhum envio ao webhook de ${hostOf(mail.url)} dá certo. Continuamos tentando. Depois de cinco dias, ele é desativado.`,
          'Confira se o sistema que recebe está no ar. O motivo de cada falha está em Integrações.',
        ],
      }
    case 'webhook-disabled':
      return {
        subject: `Um webhook do ${brandName} foi desativado`,
        paragraphs: [
          hello,
          mail.reason === 'gone'
            ? `O webhook de ${hostOf(mail.url)} foi desativado, porque o endereço respondeu que não existe mais.`
            : `O webhook de ${hostOf(mail.url)} foi desativado, porque nenhum envio deu certo em cinco dias.`,
          'O que não foi enviado está em Integrações por 30 dias. Corrija o endereço, ative o webhook e reenvie tudo de uma vez.',
        ],
      }
  }
}
