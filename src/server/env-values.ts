import { paymentMethods } from '#contract/billing/billing.ts'
import { z } from '#contract/zod.ts'

// Formats of settings, with errors in Portuguese for the operator.

export interface Limit {
  max: number
  windowSeconds: number
}

export interface Limits {
  /** Wrong passwords per e-mail and IP address. */
  login: Limit
  /** Wrong passwords per IP address. */
  loginAddress: Limit
  /**
   * Wrong passwords per e-mail from all IP addresses. Above the limit, only IP addresses without an earlier login are
   * slowed down.
   */
  loginEmail: Limit
  /** Registrations per IP address. */
  register: Limit
  /**
   * Reset mails per e-mail in two windows: all unknown IP addresses together, and IP addresses with an earlier login. The
   * last limit counts reset requests per IP address.
   */
  forgot: Limit
  forgotDay: Limit
  forgotAddress: Limit
  /** Attempts to use a reset link per IP address. */
  reset: Limit
  /** Wrong current passwords per session. */
  password: Limit
  /** Password changes per user. Each change sends a mail. */
  passwordChange: Limit
  /** Confirmation mails per user and per new e-mail. */
  emailChange: Limit
  emailChangeTo: Limit
  /** Invitation mails per account and per invited e-mail. */
  invite: Limit
  inviteTo: Limit
  /** Submissions of a capture form per IP address, and in all. Beyond, they are suspected. */
  capture: Limit
  captureForm: Limit
  /** Requests per user, and per IP address without a session. */
  user: Limit
  address: Limit
}

export interface MailSender {
  name: string
  address: string
}

export const IntegerText = (min: number, max: number) => {
  const error = `use um número de ${min} a ${max}`
  return z.coerce.number({ error }).check(z.int({ error }), z.gte(min, { error }), z.lte(max, { error }))
}
export const Port = IntegerText(0, 65535)
export const Url = z.url({ protocol: /^https?$/, error: 'use um endereço que comece com http:// ou https://' })

const secondsPerUnit = { s: 1, m: 60, h: 3600, d: 86_400 }
const limitForm = /^[1-9]\d{0,6}\/[1-9]\d{0,4}[smhd]$/

/** "5/15m": five in fifteen minutes. */
export const LimitText = (preset: string) =>
  z.pipe(
    z._default(z.string().check(z.regex(limitForm, { error: 'use quantidade/tempo, como 5/15m' })), preset),
    z.transform((text): Limit => {
      const [max = '', time = ''] = text.split('/')
      const unit = time.at(-1) as keyof typeof secondsPerUnit
      return { max: Number(max), windowSeconds: Number(time.slice(0, -1)) * secondsPerUnit[unit] }
    }),
  )

/** "Fechou <contato@example.com>" or the e-mail alone. */
export const MailSenderText = z.pipe(
  z.string().check(
    z.regex(/^(?:[^<>"\p{Cc}]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/u, {
      error: 'use “Nome <e-mail>” ou só o e-mail',
    }),
  ),
  z.transform((text): MailSender => {
    const [name = '', address] = text.split(' <')
    return address === undefined ? { name: '', address: text } : { name, address: address.slice(0, -1) }
  }),
)

export const Addresses = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(',').map(address => address.trim())),
    z.array(
      z.string().check(
        z.regex(/^([\d.]+|[\da-f:.]*:[\da-f:.]*)(\/\d{1,3})?$|^(loopback|linklocal|uniquelocal)$/i, {
          error: 'use endereços, redes ou loopback, separados por vírgula',
        }),
      ),
    ),
  ),
)

/** Comma-separated, so that old and new secrets are valid while a webhook endpoint is replaced. */
export const WebhookSecrets = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(',').map(secret => secret.trim())),
    z.array(z.string().check(z.regex(/^whsec_[^\s,]+$/, { error: 'use o segredo whsec_…' }))),
  ),
)

/** A secret in the format of Standard Webhooks. */
export const SigningSecret = z.string().check(
  z.regex(/^whsec_(?:[A-Za-z\d+/]{4}){6,}(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/, {
    error: 'use whsec_ e ao menos 24 bytes em Base64',
  }),
)

const unknownMethod = 'use card, boleto ou pix, separados por vírgula'

/** "card,boleto": what the checkout offers. */
export const PaymentMethodsText = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => [...new Set(text.split(',').map(method => method.trim()))]),
    z.array(z.enum(paymentMethods, { error: unknownMethod })),
  ),
)

/** "n8n.local:5678,localhost:8080": exact names, with the port unless it is the scheme's own. */
export const Hosts = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(',').flatMap(host => host.trim().toLowerCase() || [])),
    z.array(
      z.string().check(
        z.regex(/^(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/, {
          error: 'use nomes exatos com porta, como localhost:5678, separados por vírgula',
        }),
      ),
    ),
  ),
)

const maxAnswerHours = 999

/** "24,8,4": working hours until the first answer in each plan, the smallest plan first. */
export const AnswerHoursText = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(',').map(Number)),
    z
      .tuple([z.int(), z.int(), z.int()], { error: 'use três números inteiros, como 24,8,4' })
      .check(
        z.refine(
          ([basic, pro, enterprise]) => maxAnswerHours >= basic && basic >= pro && pro >= enterprise && enterprise > 0,
          { error: 'use números de 1 a 999 em que nenhum é maior que o anterior, como 24,8,4' },
        ),
      ),
  ),
)

export const PhoneText = z
  .string()
  .check(z.regex(/^\+?[\d ().-]{8,24}$/, { error: 'use um telefone, como +55 11 4000-0000' }))

export const CompanyText = z.string().check(z.maxLength(200, { error: 'use até 200 caracteres' }))
