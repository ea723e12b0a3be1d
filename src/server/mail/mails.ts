import { maskEmail } from '#contract/auth/mask-email.ts'
import { type PlanId, planNames } from '#contract/billing/subscription.ts'
import { inviteDays } from '#contract/retention.ts'
import { type InvitedRole, teamRoleNames } from '#contract/team/roles.ts'
import { formatDateTimeInBrasilia } from '#contract/values/dates.ts'
import { formatMinorUnits } from '#contract/values/money.ts'
import { formatCount } from '#contract/values/numbers.ts'
import type { Settings } from '../env.ts'
import { type AccountBackupMail, accountBackupMail } from './account-backup-mails.ts'
import { type DigestBrand, type DigestGroup, digestContent } from './digest-content.ts'
import { type IntegrationMail, integrationMail } from './integration-mails.ts'
import { type MailContent, type RenderedMail, renderMail } from './layout.ts'
import { mailName } from './mail-name.ts'
import { type PrivacyMail, privacyMail } from './privacy-mails.ts'

/** All mails with the data of their texts. Timestamps are ISO 8601. */
export type Mail =
  | { kind: 'welcome'; nome: string; trialEnd: string }
  | { kind: 'trial-ending'; nome: string; trialEnd: string }
  | { kind: 'reset'; nome: string; link: string }
  /** Sent to an unconfirmed e-mail, possibly a stranger's: contains no user input. */
  | { kind: 'email-confirm'; link: string }
  /** Sent to the owner of an e-mail that another user wants. */
  | { kind: 'email-in-use'; nome: string }
  /** Sent to an e-mail that may be a stranger's. The names pass `mailName`. */
  | { kind: 'invite'; link: string; account: string; inviter: string; team_role: InvitedRole }
  | { kind: 'member-joined'; nome: string; member: string; account: string }
  | { kind: 'ownership-received'; nome: string; account: string; previous: string }
  | { kind: 'ownership-given'; nome: string; account: string; next: string }
  | IntegrationMail
  | AccountBackupMail
  | PrivacyMail
  | { kind: 'password-changed'; nome: string; at: string }
  /** Sent to the old e-mail. */
  | { kind: 'email-changed'; nome: string; newEmail: string; at: string }
  | { kind: 'payment-failed'; nome: string; plan: PlanId }
  | { kind: 'subscription-canceled'; nome: string; plan: PlanId; accessUntil: string | null }
  | { kind: 'subscription-reactivated'; nome: string; plan: PlanId; nextChargeAt: string | null }
  | ({ kind: 'payment-received'; nome: string } & Payment)
  | { kind: 'plan-nearly-full'; nome: string; plan: PlanId; used: number; limit: number }
  /** The morning mail. Its link ends the mails. */
  | ({ kind: 'digest'; nome: string; groups: DigestGroup[]; link: string } & DigestBrand)
  /** For administrators. */
  | { kind: 'backup-overdue'; nome: string; dataUntil: string | null }

/** A paid invoice. */
interface Payment {
  plan: PlanId | null
  /** In the currency's smallest unit. */
  amountCents: number
  currency: string
  number: string | null
  invoicedAt: string
  /** `null` when the subscription does not renew. */
  nextChargeAt: string | null
}

const dayAndTime = (iso: string): string[] => formatDateTimeInBrasilia(iso).split(', ')
const day = (iso: string): string => dayAndTime(iso)[0] ?? ''
const moment = (iso: string): string => `${dayAndTime(iso).join(', às ')} (horário de Brasília)`

const teamName = (account: string): string => {
  const name = mailName(account)
  return name ? `a equipe “${name}”` : 'uma equipe'
}

const greeting = (nome = ''): string => {
  const name = mailName(nome)
  return name ? `Olá, ${name}!` : 'Olá!'
}

/** "amanhã" one day before, "hoje" for a late mail. */
const dayAhead = (iso: string, now: Date): string => {
  if (day(iso) === day(now.toISOString())) return 'hoje'
  return day(iso) === day(new Date(now.getTime() + 24 * 3_600_000).toISOString()) ? 'amanhã' : `em ${day(iso)}`
}

const nextCharge = (at: string | null): string[] => (at ? [`A próxima cobrança é em ${day(at)}.`] : [])

/** A brand whose name may not stand in a mail is not shown: the footer must say in whose name the mail is. */
const brandOf = ({ brand, logo }: DigestBrand): DigestBrand => {
  const name = brand && mailName(brand)
  return name ? { brand: name, ...(logo && { logo }) } : {}
}

const contentOf = (mail: Mail, { brandName, publicUrl, supportEmail }: Settings, now: Date): MailContent => {
  const at = (path: string): string => `${publicUrl}${path}`
  const help = supportEmail ? `escreva para ${supportEmail}` : 'procure quem administra o sistema'
  const hello = greeting('nome' in mail ? mail.nome : undefined)
  switch (mail.kind) {
    case 'welcome':
      return {
        subject: `Boas-vindas ao ${brandName}: seu teste vai até ${day(mail.trialEnd)}`,
        paragraphs: [
          hello,
          `Sua conta no ${brandName} está pronta. Você pode usar tudo, sem cartão de crédito, até ${moment(mail.trialEnd)}.`,
          'Quando o teste terminar, nada é apagado: seus leads ficam guardados e você escolhe um plano quando quiser.',
        ],
        action: { label: 'Abrir o Dashboard', url: at('/dashboard') },
        after: ['Se não foi você quem criou esta conta, ignore este e-mail.'],
      }
    case 'trial-ending':
      return {
        subject: `Seu teste do ${brandName} termina ${dayAhead(mail.trialEnd, now)}`,
        paragraphs: [
          hello,
          `Seu teste gratuito termina em ${moment(mail.trialEnd)}.`,
          'Para continuar trabalhando sem pausa, escolha um plano. Se preferir esperar, nada é apagado: seus leads continuam guardados e você pode baixá-los a qualquer momento.',
        ],
        action: { label: 'Ver os planos', url: at('/subscription') },
      }
    case 'reset':
      return {
        subject: `Redefina sua senha do ${brandName}`,
        paragraphs: [
          hello,
          'Recebemos um pedido para redefinir a senha da sua conta. Se foi você, escolha uma nova senha pelo link abaixo. Ele vale por 1 hora e só pode ser usado uma vez.',
        ],
        action: { label: 'Redefinir senha', url: mail.link },
        after: ['Se não foi você, ignore este e-mail: sua senha continua a mesma.'],
      }
    case 'email-confirm':
      return {
        subject: `Confirme seu novo e-mail no ${brandName}`,
        paragraphs: [
          hello,
          `Recebemos um pedido para que este passe a ser o e-mail de uma conta no ${brandName}. Se foi você, confirme pelo link abaixo. Ele vale por 24 horas e só pode ser usado uma vez.`,
        ],
        action: { label: 'Confirmar e-mail', url: mail.link },
        after: ['Se não foi você, ignore este e-mail: nada muda.'],
      }
    case 'email-in-use':
      return {
        subject: `Este e-mail já tem uma conta no ${brandName}`,
        paragraphs: [
          hello,
          `Alguém pediu para usar este e-mail em outra conta do ${brandName}. Como ele já é o da sua conta, nada mudou.`,
          'Se foi você, entre com este e-mail; se esqueceu a senha, redefina-a. Se não foi você, não é preciso fazer nada.',
        ],
        action: { label: 'Redefinir minha senha', url: at('/forgot-password') },
      }
    case 'invite':
      return {
        subject: `Convite para uma equipe no ${brandName}`,
        paragraphs: [
          hello,
          `${mailName(mail.inviter) ?? 'Alguém'} convidou você para ${teamName(mail.account)} no ${brandName}, como ${teamRoleNames[mail.team_role].toLowerCase()}. O convite vale por ${inviteDays} dias e só pode ser usado uma vez.`,
        ],
        action: { label: 'Ver o convite', url: mail.link },
        after: ['Se você não esperava este convite, ignore este e-mail: nada muda.'],
      }
    case 'member-joined':
      return {
        subject: `Convite aceito no ${brandName}`,
        paragraphs: [
          hello,
          `${mailName(mail.member) ?? 'A pessoa convidada'} aceitou seu convite para ${teamName(mail.account)}.`,
        ],
        action: { label: 'Ver a equipe', url: at('/profile/equipe') },
      }
    case 'ownership-received':
      return {
        subject: `Uma conta no ${brandName} agora é sua`,
        paragraphs: [
          hello,
          `${mailName(mail.previous) ?? 'O dono anterior'} passou ${teamName(mail.account)} para você. A assinatura, as faturas e a equipe agora estão com você.`,
          `Se você não esperava por isso, ${help}.`,
        ],
        action: { label: 'Ver a equipe', url: at('/profile/equipe') },
      }
    case 'ownership-given':
      return {
        subject: `Sua conta no ${brandName} tem outro dono`,
        paragraphs: [
          hello,
          `Você passou ${teamName(mail.account)} para ${mailName(mail.next) ?? 'outra pessoa'} e continua nela como gestor.`,
          `Se não foi você, redefina sua senha agora e ${help}.`,
        ],
        action: { label: 'Redefinir minha senha', url: at('/forgot-password') },
      }
    case 'key-created':
    case 'webhook-failing':
    case 'webhook-disabled':
      return {
        ...integrationMail(mail, { hello, help, brandName }),
        action: { label: 'Abrir Integrações', url: at('/profile/integracoes') },
      }
    case 'backup-downloaded':
    case 'backups-ending':
    case 'backups-failing':
      return {
        ...accountBackupMail(mail, { hello, help, brandName, moment }),
        action: { label: 'Abrir as cópias', url: at('/profile/copias') },
      }
    case 'password-changed':
      return {
        subject: `A senha da sua conta no ${brandName} foi alterada`,
        paragraphs: [
          hello,
          `A senha da sua conta foi alterada em ${moment(mail.at)}. Por segurança, os outros aparelhos foram desconectados.`,
          'Se foi você, não é preciso fazer nada.',
          `Se não foi você, redefina a senha agora e ${help}.`,
        ],
        action: { label: 'Redefinir minha senha', url: at('/forgot-password') },
      }
    case 'email-changed':
      return {
        subject: `O e-mail da sua conta no ${brandName} foi alterado`,
        paragraphs: [
          hello,
          `Em ${moment(mail.at)}, o e-mail da sua conta passou a ser ${maskEmail(mail.newEmail)}. A partir de agora, use esse e-mail para entrar.`,
          'Se foi você, não é preciso fazer nada.',
          `Se não foi você, ${help} o quanto antes: alguém pode ter entrado na sua conta.`,
        ],
      }
    case 'payment-failed':
      return {
        subject: `Não conseguimos cobrar sua assinatura do ${brandName}`,
        paragraphs: [
          hello,
          `O pagamento do plano ${planNames[mail.plan]} não foi aprovado. Pode ser o limite, a validade ou um bloqueio do cartão.`,
          'Vamos tentar novamente nos próximos dias. Até lá, o Dashboard fica suspenso. Para liberar agora, pague a fatura ou troque o cartão; seus leads continuam guardados.',
        ],
        action: { label: 'Pagar ou trocar o cartão', url: at('/profile') },
      }
    case 'subscription-canceled':
      return {
        subject: `Sua assinatura do ${brandName} foi cancelada`,
        paragraphs: [
          hello,
          mail.accessUntil
            ? `Registramos o cancelamento do plano ${planNames[mail.plan]}. Você continua usando tudo até ${day(mail.accessUntil)}, sem novas cobranças.`
            : `O plano ${planNames[mail.plan]} foi cancelado e não haverá novas cobranças.`,
          'Seus leads continuam guardados: você pode baixá-los ou assinar novamente quando quiser.',
        ],
        action: { label: 'Ver os planos', url: at('/subscription') },
      }
    case 'subscription-reactivated':
      return {
        subject: `Sua assinatura do ${brandName} foi reativada`,
        paragraphs: [
          hello,
          `Registramos a reativação do plano ${planNames[mail.plan]}. Seu acesso continua sem pausa.`,
          ...nextCharge(mail.nextChargeAt),
        ],
        action: { label: 'Ver a assinatura', url: at('/profile') },
      }
    case 'payment-received': {
      const amount = formatMinorUnits(mail.amountCents, mail.currency)
      return {
        subject: `Recibo do ${brandName}: ${amount}`,
        paragraphs: [
          hello,
          `Recebemos ${amount}${mail.plan ? ` pelo plano ${planNames[mail.plan]}` : ''}. Fatura ${mail.number ? `${mail.number}, ` : ''}de ${day(mail.invoicedAt)}.`,
          ...nextCharge(mail.nextChargeAt),
        ],
        action: { label: 'Ver as faturas', url: at('/profile') },
        after: ['Este recibo não substitui a nota fiscal.'],
      }
    }
    case 'plan-nearly-full':
      return {
        subject: `Você usa ${formatCount(mail.used)} de ${formatCount(mail.limit)} leads do ${brandName}`,
        paragraphs: [
          hello,
          `O plano ${planNames[mail.plan]} vai até ${formatCount(mail.limit)} leads, e sua conta já tem ${formatCount(mail.used)}.`,
          'Ao chegar ao limite, seus leads continuam guardados e você pode editá-los e movê-los, mas não cadastrar outros. O plano Profissional não tem limite de leads.',
        ],
        action: { label: 'Ver os planos', url: at('/subscription') },
      }
    case 'digest':
      return digestContent(
        mail.groups,
        hello,
        brandName,
        { day: at('/dashboard?aba=hoje'), unsubscribe: mail.link },
        brandOf(mail),
      )
    case 'request-deadline':
      return privacyMail(mail, { hello, brandName, url: at('/profile/privacidade') })
    case 'backup-overdue':
      return {
        subject: `O ${brandName} está sem cópia verificada do banco de dados`,
        paragraphs: [
          hello,
          mail.dataUntil
            ? `A última cópia verificada tem os dados até ${moment(mail.dataUntil)}. O que veio depois pode se perder com o disco.`
            : 'Ainda não há nenhuma cópia verificada: os dados podem se perder com o disco.',
          'No servidor, rode "npm run backup": ele faz uma cópia e diz o que impede as da noite, como falta de espaço.',
        ],
        action: { label: 'Abrir o painel administrativo', url: at('/admin') },
      }
  }
}

/** Renders subject, text and HTML. */
export const composeMail = (mail: Mail, settings: Settings, now: Date): RenderedMail =>
  renderMail(contentOf(mail, settings, now), settings)
