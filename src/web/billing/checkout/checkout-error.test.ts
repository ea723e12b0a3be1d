import { expect, it } from 'vitest'
import { ApiError, networkError } from '#web/lib/requests/api-error.ts'
import { InvalidPageUrlError } from '../hosted-page.ts'
import { CheckoutError, checkoutErrorMessage } from './checkout-error.ts'

const refused = (code: 'validation_failed' | 'payments_not_configured' | 'unknown_price' | 'subscription_exists') =>
  new ApiError({
    code,
    status: 400,
    message: `(${code})`,
    fields: code === 'validation_failed' ? { priceId: 'ID do preço é obrigatório' } : {},
  })

it.each<[string, unknown, string]>([
  ['a missing provider', refused('payments_not_configured'), '(payments_not_configured)'],
  ['a missing price id', refused('validation_failed'), 'ID do preço é obrigatório'],
  ['an unknown price', refused('unknown_price'), '(unknown_price)'],
  ['any other refusal', refused('subscription_exists'), 'Erro ao processar assinatura: (subscription_exists)'],
  [
    'no connection',
    networkError(undefined),
    'Erro de conexão. Verifique sua internet; se ela funciona, o servidor pode estar fora do ar: tente novamente em instantes.',
  ],
  ['no page to go to', new InvalidPageUrlError(), 'Stripe não carregado'],
  [
    'a plan without a price',
    new CheckoutError('noPrice'),
    'Ainda não é possível assinar este plano: falta configurar o preço. Fale com o suporte.',
  ],
  ['a plan that is not sold', new CheckoutError('unknownPlan'), 'Plano não encontrado'],
  [
    'a provider that does not say what it sells',
    new CheckoutError('unavailable'),
    'Erro ao processar assinatura: O provedor de pagamentos não respondeu. Tente novamente em instantes.',
  ],
  ['an error of our own', new Error('x is not a function'), 'Erro ao processar assinatura: x is not a function'],
  ['no error at all', 'nothing', 'Não foi possível processar a assinatura. Tente novamente.'],
])('has a message for %s', (_, error, text) => {
  expect(checkoutErrorMessage(error)).toBe(text)
})
