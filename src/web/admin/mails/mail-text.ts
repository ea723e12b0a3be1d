import type { MailKind, UndeliveredMail } from '#contract/admin.ts'

export const mailNames: Record<MailKind, string> = {
  welcome: 'Boas-vindas',
  'trial-ending': 'Aviso de fim do teste',
  reset: 'Redefinição de senha',
  'email-confirm': 'Confirmação de novo e-mail',
  invite: 'Convite para a equipe',
  'member-joined': 'Aviso de convite aceito',
  'ownership-received': 'Aviso de novo dono',
  'ownership-given': 'Aviso de troca de dono',
  'key-created': 'Aviso de chave de API',
  'webhook-failing': 'Aviso de webhook com falhas',
  'webhook-disabled': 'Aviso de webhook desativado',
  'password-changed': 'Aviso de senha alterada',
  'email-changed': 'Aviso de e-mail alterado',
  'payment-failed': 'Aviso de pagamento recusado',
  'subscription-canceled': 'Aviso de assinatura cancelada',
  'payment-received': 'Recibo de pagamento',
  'subscription-reactivated': 'Aviso de assinatura reativada',
  'plan-nearly-full': 'Aviso de plano quase cheio',
  digest: 'Resumo da manhã',
  'backup-overdue': 'Aviso de cópias em atraso',
  'backup-downloaded': 'Aviso de cópia baixada',
  'backups-ending': 'Aviso do fim das cópias',
  'backups-failing': 'Aviso de cópias com falha',
  'request-deadline': 'Aviso do prazo de um pedido',
}

const failureTexts: Record<UndeliveredMail['failure'], string> = {
  refused: 'O servidor de e-mail recusou',
  exhausted: 'Nenhuma tentativa deu certo',
  expired: 'O prazo passou antes do envio',
}

/** Describes why a mail was not delivered, with the mail server's code. */
export const failureText = ({ failure, code }: Pick<UndeliveredMail, 'failure' | 'code'>): string =>
  code ? `${failureTexts[failure]} (${code})` : failureTexts[failure]
