export interface Decline {
  code: string
  declineCode?: string
  /** As the API says it. */
  message: string
  /** As the pages say it. */
  mensagem: string
}

/**
 * What happens when a card is charged. `attach_only` is kept without a word and then refuses every charge; `disputes` pays,
 * and its bank asks for the money back at once.
 */
export type CardBehaviour = 'accepts' | 'authenticates' | 'attach_only' | 'disputes' | { declines: Decline }

export interface TestCard {
  brand: string
  country: string
  behaviour: CardBehaviour
  /** What it shows, for the page that lists them. */
  about: string
}

const declines = (code: string, declineCode: string | undefined, message: string, mensagem: string): CardBehaviour => ({
  declines: { code, message, mensagem, ...(declineCode === undefined ? {} : { declineCode }) },
})

export const genericDecline: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
  mensagem: 'Seu cartão foi recusado.',
}

const visa = { brand: 'visa', country: 'US' }

export const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { ...visa, behaviour: 'accepts', about: 'aceito' },
  '4000000760000002': { brand: 'visa', country: 'BR', behaviour: 'accepts', about: 'aceito (Visa, Brasil)' },
  '5555555555554444': { brand: 'mastercard', country: 'US', behaviour: 'accepts', about: 'aceito (Mastercard)' },
  '378282246310005': { brand: 'amex', country: 'US', behaviour: 'accepts', about: 'aceito (American Express)' },
  '4000002500003155': { ...visa, behaviour: 'authenticates', about: 'pede autenticação (3-D Secure)' },
  '4000000000000341': { ...visa, behaviour: 'attach_only', about: 'é guardado, mas toda cobrança falha' },
  '4000000000000259': { ...visa, behaviour: 'disputes', about: 'aceito, e a cobrança é contestada em seguida' },
  '4000000000000002': { ...visa, behaviour: { declines: genericDecline }, about: 'recusado' },
  '4000000000009995': {
    ...visa,
    behaviour: declines(
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
      'Seu cartão não tem saldo suficiente.',
    ),
    about: 'saldo insuficiente',
  },
  '4000000000000069': {
    ...visa,
    behaviour: declines('expired_card', undefined, 'Your card has expired.', 'Seu cartão está vencido.'),
    about: 'vencido',
  },
  '4000000000000127': {
    ...visa,
    behaviour: declines(
      'incorrect_cvc',
      undefined,
      "Your card's security code is incorrect.",
      'O código de segurança do cartão está incorreto.',
    ),
    about: 'CVC incorreto',
  },
  '4000000000000119': {
    ...visa,
    behaviour: declines(
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
      'Ocorreu um erro ao processar o cartão. Tente de novo em instantes.',
    ),
    about: 'erro de processamento',
  },
}
