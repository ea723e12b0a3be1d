export interface Decline {
  code: string
  declineCode?: string
  /** The API's message. */
  message: string
  /** The pages' message. */
  messagePt: string
}

/**
 * The result of charging a card. `attach_only` can be attached but declines every charge. `disputes` succeeds, and its
 * bank disputes the charge at once.
 */
export type CardBehavior = 'accepts' | 'authenticates' | 'attach_only' | 'disputes' | { declines: Decline }

export interface TestCard {
  brand: string
  country: string
  behavior: CardBehavior
  /** Shown in the list of test cards. */
  descriptionPt: string
}

const declines = (code: string, declineCode: string | undefined, message: string, messagePt: string): CardBehavior => ({
  declines: { code, message, messagePt, ...(declineCode === undefined ? {} : { declineCode }) },
})

export const genericDecline: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
  messagePt: 'Seu cartão foi recusado.',
}

const visa = { brand: 'visa', country: 'US' }

export const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { ...visa, behavior: 'accepts', descriptionPt: 'aceito' },
  '4000000760000002': { brand: 'visa', country: 'BR', behavior: 'accepts', descriptionPt: 'aceito (Visa, Brasil)' },
  '5555555555554444': { brand: 'mastercard', country: 'US', behavior: 'accepts', descriptionPt: 'aceito (Mastercard)' },
  '378282246310005': { brand: 'amex', country: 'US', behavior: 'accepts', descriptionPt: 'aceito (American Express)' },
  '4000002500003155': { ...visa, behavior: 'authenticates', descriptionPt: 'pede autenticação (3-D Secure)' },
  '4000000000000341': { ...visa, behavior: 'attach_only', descriptionPt: 'é guardado, mas toda cobrança falha' },
  '4000000000000259': { ...visa, behavior: 'disputes', descriptionPt: 'aceito, e a cobrança é contestada em seguida' },
  '4000000000000002': { ...visa, behavior: { declines: genericDecline }, descriptionPt: 'recusado' },
  '4000000000009995': {
    ...visa,
    behavior: declines(
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
      'Seu cartão não tem saldo suficiente.',
    ),
    descriptionPt: 'saldo insuficiente',
  },
  '4000000000000069': {
    ...visa,
    behavior: declines('expired_card', undefined, 'Your card has expired.', 'Seu cartão está vencido.'),
    descriptionPt: 'vencido',
  },
  '4000000000000127': {
    ...visa,
    behavior: declines(
      'incorrect_cvc',
      undefined,
      "Your card's security code is incorrect.",
      'O código de segurança do cartão está incorreto.',
    ),
    descriptionPt: 'código de segurança incorreto',
  },
  '4000000000000119': {
    ...visa,
    behavior: declines(
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
      'Ocorreu um erro ao processar o cartão. Tente novamente em instantes.',
    ),
    descriptionPt: 'erro de processamento',
  },
}
