import { errors } from '#contract/errors.ts'
import { ApiError } from '#web/lib/requests/api-error.ts'
import { InvalidPageUrlError } from '../hosted-page.ts'

const texts = {
  notConfigured: errors.payments_not_configured.message,
  noPrice: 'Ainda não é possível assinar este plano: falta configurar o preço. Fale com o suporte.',
  unknownPlan: errors.unknown_price.message,
  unavailable: errors.payments_unavailable.message,
} as const

/** A checkout that fails before the request. */
export class CheckoutError extends Error {
  readonly kind: keyof typeof texts

  constructor(kind: keyof typeof texts) {
    super(texts[kind])
    this.kind = kind
  }
}

const connection =
  'Erro de conexão. Verifique sua internet; se ela funciona, o servidor pode estar fora do ar: tente novamente em instantes.'
const generic = 'Não foi possível processar a assinatura. Tente novamente.'

/** Codes with messages that need no prefix. */
const selfExplanatory: ReadonlySet<string> = new Set(['payments_not_configured', 'payments_refused', 'unknown_price'])

/** Returns the plan page's message for a failed checkout. */
export const checkoutErrorMessage = (error: unknown): string => {
  if (error instanceof InvalidPageUrlError) return error.message
  if (error instanceof CheckoutError && error.kind !== 'unavailable') return error.message
  if (error instanceof ApiError) {
    if (error.code === 'network') return connection
    if (error.fields.priceId) return error.fields.priceId
    if (selfExplanatory.has(error.code)) return error.message
  }
  return error instanceof Error ? `Erro ao processar assinatura: ${error.message}` : generic
}
