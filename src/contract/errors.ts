import { invalidLink } from './auth/mailed-link.ts'
import type { Feature } from './billing/entitlements.ts'
import type { PlanId } from './billing/subscription.ts'

/** All error codes of the API with HTTP status and user-visible message. */
export const errors = {
  validation_failed: { status: 400, message: 'Confira os dados informados.' },
  wrong_password: { status: 400, message: 'Senha incorreta.' },
  invalid_reset_token: { status: 400, message: invalidLink },
  invalid_email_link: { status: 400, message: invalidLink },
  invalid_invite: {
    status: 400,
    message: 'Este convite já foi usado, foi retirado ou expirou. Peça outro a quem convidou você.',
  },
  unknown_price: { status: 400, message: 'Plano não encontrado' },
  invalid_credentials: { status: 401, message: 'E-mail ou senha incorretos.' },
  invalid_key: { status: 401, message: 'Esta chave de API não vale: confira se está completa, ou crie outra.' },
  session_expired: { status: 401, message: 'Sessão expirada' },
  subscription_required: {
    status: 402,
    message: 'Para continuar, assine um plano ou pague a fatura em aberto. Seus leads estão guardados.',
  },
  seat_required: {
    status: 402,
    message: 'O plano da conta não tem vaga para você no momento. Peça uma ao dono da conta.',
  },
  seats_ordered_today: {
    status: 409,
    message: 'A ordem das vagas já mudou nas últimas 24 horas. Mude de novo amanhã.',
  },
  /** The response has `feature` and `plan`: the missing feature and the smallest plan that includes it. */
  plan_required: { status: 402, message: 'Seu plano não inclui este recurso. Mude de plano para usá-lo.' },
  forbidden: { status: 403, message: 'Apenas administradores podem acessar esta página.' },
  key_not_allowed: { status: 403, message: 'Chaves de API não têm acesso a isto.' },
  invited_elsewhere: { status: 403, message: 'Este convite é para outro e-mail.' },
  role_too_high: {
    status: 403,
    message: 'Você só pode convidar e mudar pessoas com um papel abaixo do seu.',
  },
  take_not_allowed: { status: 403, message: 'Nesta conta, quem distribui os leads são gestores e o dono.' },
  lead_limit_reached: {
    status: 403,
    message: 'O plano Básico vai até 100 leads. Mude de plano para cadastrar mais; os que você já tem continuam aqui.',
  },
  trial_limit_reached: {
    status: 403,
    message:
      'O período de teste vai até 20.000 leads e 20 MB de textos. Assine um plano para guardar mais; os que você já tem continuam aqui.',
  },
  not_found: { status: 404, message: 'Não encontramos este item. Ele pode ter sido excluído.' },
  email_taken: { status: 409, message: 'Este e-mail já está em uso' },
  lead_taken: { status: 409, message: 'Outra pessoa da equipe já cuida deste lead.' },
  already_member: { status: 409, message: 'Esta pessoa já faz parte da equipe.' },
  owner_cannot_leave: { status: 409, message: 'Antes de sair, passe a conta para outra pessoa da equipe.' },
  subscription_exists: { status: 409, message: 'Você já tem uma assinatura.' },
  no_subscription: { status: 409, message: 'Você ainda não tem uma assinatura.' },
  lead_not_lost: { status: 409, message: 'Este lead não está mais em Perdido.' },
  import_busy: { status: 409, message: 'Isso não é possível no estado atual da importação.' },
  restore_impossible: { status: 409, message: 'Isso não é possível no estado atual da restauração.' },
  backup_running: { status: 409, message: 'Uma cópia já está sendo feita. Ela aparece aqui depois de verificada.' },
  backups_made_today: {
    status: 409,
    message:
      'Você já pediu todas as cópias que cabem em 24 horas. Peça outra mais tarde; a da noite vem de qualquer forma.',
  },
  person_erased: {
    status: 409,
    message: 'Esta pessoa pediu a exclusão dos dados dela. Para cadastrar mesmo assim, informe a base legal.',
  },
  lead_anonymized: {
    status: 409,
    message: 'Os dados desta pessoa foram anonimizados a pedido dela e não podem voltar.',
  },
  request_closed: { status: 409, message: 'Este pedido já foi respondido.' },
  stale_lead: { status: 412, message: 'Este lead foi alterado em outro lugar.' },
  stale_setting: { status: 412, message: 'Isto foi alterado em outro lugar enquanto você editava.' },
  payload_too_large: { status: 413, message: 'O conteúdo enviado é grande demais.' },
  unsupported_media_type: { status: 415, message: 'Envie os dados em JSON.' },
  idempotency_key_reused: {
    status: 422,
    message: 'Esta Idempotency-Key já veio com outro pedido. Use uma nova para cada pedido.',
  },
  too_many_requests: { status: 429, message: 'Muitas tentativas. Tente novamente em instantes.' },
  too_many_at_once: {
    status: 429,
    message: 'Há pedidos demais da sua conta ao mesmo tempo. Aguarde um pouco e tente novamente.',
  },
  internal_error: { status: 500, message: 'Erro interno do servidor. Tente novamente em instantes.' },
  payments_unavailable: {
    status: 502,
    message: 'O provedor de pagamentos não respondeu. Tente novamente em instantes.',
  },
  payments_refused: {
    status: 502,
    message: 'O provedor de pagamentos recusou o pedido, e tentar novamente não resolve. Fale com o suporte.',
  },
  payments_not_configured: { status: 503, message: 'O provedor de pagamentos não está configurado.' },
  unavailable: {
    status: 503,
    message: 'O banco de dados não respondeu a tempo. Tente novamente em instantes.',
  },
  being_updated: { status: 503, message: 'O sistema está sendo atualizado. Tente novamente em instantes.' },
  storage_full: {
    status: 507,
    message:
      'O servidor está sem espaço em disco e não pode gravar nada novo agora. O que já estava salvo continua guardado.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** Body of every error response. `fields` maps a path such as `leads.3.email` to its message. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  requestId: string
  fields?: Record<string, string>
  /** Only with `plan_required`. */
  feature?: Feature
  /** Smallest sufficient plan; absent when no plan suffices. Only with `plan_required`. */
  plan?: PlanId
  /** Current version of the lead; only with `stale_lead`. */
  lead?: unknown
  /** What is stored of what the request changes; only with `stale_setting`. */
  current?: unknown
}
