import { z } from '#contract/zod.ts'
import { isLoopback } from './http/loopback.ts'

const Port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65535))
const Url = z.url({ protocol: /^https?$/ })

const secondsPerUnit = { s: 1, m: 60, h: 3600, d: 86_400 }
const limitForm = /^[1-9]\d{0,6}\/[1-9]\d{0,4}[smhd]$/

/** "5/15m": five in fifteen minutes. */
const LimitText = (preset: string) =>
  z.pipe(
    z._default(z.string().check(z.regex(limitForm, { error: 'use quantidade/tempo, como 5/15m' })), preset),
    z.transform((text): Limit => {
      const [max = '', time = ''] = text.split('/')
      const unit = time.at(-1) as keyof typeof secondsPerUnit
      return { max: Number(max), windowSeconds: Number(time.slice(0, -1)) * secondsPerUnit[unit] }
    }),
  )

/** "Fechou <contato@example.com>" or the address alone. */
const MailSenderText = z.pipe(
  z.string().check(z.regex(/^(?:[^<>"\p{Cc}]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/u)),
  z.transform((text): MailSender => {
    const [name = '', address] = text.split(' <')
    return address === undefined ? { name: '', address: text } : { name, address: address.slice(0, -1) }
  }),
)

const Addresses = z.pipe(
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

/** Several with commas between, while the secret of a new address takes over from the one before. */
const WebhookSecrets = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(',').map(secret => secret.trim())),
    z.array(z.string().check(z.regex(/^whsec_[^\s,]+$/, { error: 'use o segredo whsec_…' }))),
  ),
)

const Env = z.object({
  NODE_ENV: z._default(z.string(), 'development'),
  PORT: z._default(Port, 3000),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  METRICS_PORT: z.optional(Port),
  PUBLIC_URL: z.optional(Url),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  BRAND_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'Fechou'),
  SUPPORT_EMAIL: z.optional(z.email()),
  INSTAGRAM_URL: z._default(Url, 'https://www.instagram.com/'),
  LINKEDIN_URL: z._default(Url, 'https://www.linkedin.com/'),
  LOG_LEVEL: z.optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  PASSWORD_MIN: z._default(z.coerce.number().check(z.int(), z.gte(6), z.lte(64)), 6),
  DEMO: z.optional(z.enum(['0', '1'])),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_(test|live)_\w+$/, { error: 'use uma chave secreta, sk_… ou rk_…' })),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(WebhookSecrets),
  STRIPE_API_BASE: z.optional(Url),
  SANDBOX_PORT: z._default(Port, 4242),
  PAYMENTS_REQUIRE_LIVE: z.optional(z.enum(['0', '1'])),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z.optional(MailSenderText),
  TRUSTED_PROXIES: z.optional(Addresses),
  RATE_LIMITS: z._default(z.enum(['on', 'off']), 'on'),
  LIMIT_LOGIN: LimitText('5/15m'),
  LIMIT_LOGIN_ADDRESS: LimitText('30/5m'),
  LIMIT_LOGIN_EMAIL: LimitText('20/1h'),
  LIMIT_REGISTER: LimitText('20/1h'),
  LIMIT_FORGOT: LimitText('2/1h'),
  LIMIT_FORGOT_DAY: LimitText('5/1d'),
  LIMIT_FORGOT_ADDRESS: LimitText('5/1m'),
  LIMIT_RESET: LimitText('10/15m'),
  LIMIT_PASSWORD: LimitText('5/20m'),
  LIMIT_PASSWORD_CHANGE: LimitText('5/1h'),
  LIMIT_EMAIL_CHANGE: LimitText('5/1h'),
  LIMIT_EMAIL_CHANGE_TO: LimitText('3/1d'),
  LIMIT_USER: LimitText('300/1m'),
  LIMIT_ADDRESS: LimitText('100/1m'),
})

export interface Limit {
  max: number
  windowSeconds: number
}

export interface Limits {
  /** Wrong passwords for one e-mail from one address. */
  login: Limit
  /** Wrong passwords from one address. */
  loginAddress: Limit
  /** Wrong passwords for one e-mail from anywhere; beyond it, addresses its owner has not entered from are slowed down. */
  loginEmail: Limit
  /** Accounts opened from one address. */
  register: Limit
  /**
   * Reset mails to one address of mail, in two windows: for all strangers together, and for its owner from where they have
   * entered before. Reset mails asked for from one network address.
   */
  forgot: Limit
  forgotDay: Limit
  forgotAddress: Limit
  /** Reset links tried from one address. */
  reset: Limit
  /** Wrong current passwords in one session. */
  password: Limit
  /** Passwords that a user replaces, each of which is told by mail. */
  passwordChange: Limit
  /** Mails to confirm an e-mail: those that a user asks for, and those to one address. */
  emailChange: Limit
  emailChangeTo: Limit
  /** Requests of one user, and of one address without a session. */
  user: Limit
  address: Limit
}

export interface MailSender {
  name: string
  address: string
}

export interface Settings {
  production: boolean
  /** Nobody but who sits at this machine is meant to reach us: neither production nor an address that others have. */
  isLocal: boolean
  port: number
  host: string
  /** Where Prometheus reads; absent: nowhere. */
  metricsPort: number | undefined
  /** Origin under which people reach the product, without a final slash. */
  publicUrl: string
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  brandName: string
  supportEmail: string | undefined
  /** Where the landing page's two links to networks lead. */
  instagramUrl: string
  linkedinUrl: string
  logLevel: string
  minPasswordLength: number
  /** Whether an empty embedded database gets the demonstration. */
  demo: boolean
  /** Absent without a key. */
  stripe: StripeSettings | undefined
  /** Where the local stand-in of the payment provider listens; absent beside a key and in production. */
  sandboxPort: number | undefined
  /** Absent: mails become files in `dataDir`, in production they wait. */
  smtpUrl: string | undefined
  mailFrom: MailSender
  /** Whose `X-Forwarded-For` is believed; nobody's when absent. */
  trustedProxies: string[] | undefined
  /** Absent: switched off, for tests and load. */
  limits: Limits | undefined
}

export interface StripeSettings {
  secretKey: string
  isLive: boolean
  /** None where no event can come. */
  webhookSecrets: string[]
  /** Another address for the same API. */
  apiBase: string | undefined
}

/** A setting that is wrong: one line for the person who starts the server. */
export class SettingsError extends Error {}

/** The demonstration shows every part of every page; elsewhere only the operator knows whom to reach. */
const demoSupportEmail = 'suporte@fechou.example'

/** Reads the environment; an empty variable counts as absent. Throws `SettingsError` naming every wrong setting. */
export const readSettings = (environment: Record<string, string | undefined>): Settings => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(Env, given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(issue => `${issue.path.join('.')} (${issue.message})`)
    throw new SettingsError(`Configuração inválida: ${wrong.join('; ')}`)
  }
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  if (production && env.RATE_LIMITS === 'off') {
    throw new SettingsError('Configuração inválida: RATE_LIMITS=off não vale em produção (NODE_ENV=production).')
  }
  const stripe = stripeOf(env)
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  const isLocal = !production && isLoopback(env.HOST) && isLoopback(new URL(publicUrl).hostname)
  const demo = env.DEMO !== '0' && isLocal && env.DATABASE_URL === undefined
  return {
    production,
    isLocal,
    port: env.PORT,
    host: env.HOST,
    metricsPort: env.METRICS_PORT,
    publicUrl,
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    brandName: env.BRAND_NAME,
    supportEmail: env.SUPPORT_EMAIL ?? (demo ? demoSupportEmail : undefined),
    instagramUrl: env.INSTAGRAM_URL,
    linkedinUrl: env.LINKEDIN_URL,
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    minPasswordLength: env.PASSWORD_MIN,
    demo,
    stripe,
    sandboxPort: stripe || production ? undefined : env.SANDBOX_PORT,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? { name: env.BRAND_NAME, address: `nao-responda@${new URL(publicUrl).hostname}` },
    trustedProxies: env.TRUSTED_PROXIES,
    limits: env.RATE_LIMITS === 'off' ? undefined : limitsOf(env),
  }
}

const stripeOf = (env: z.output<typeof Env>): StripeSettings | undefined => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets = [], STRIPE_API_BASE: apiBase } = env
  const isLive = secretKey !== undefined && /^.._live_/.test(secretKey)
  if (env.PAYMENTS_REQUIRE_LIVE === '1' && !isLive) {
    throw new SettingsError('Configuração inválida: PAYMENTS_REQUIRE_LIVE=1 pede uma STRIPE_SECRET_KEY de produção.')
  }
  if (isLive && webhookSecrets.length === 0) {
    throw new SettingsError('Configuração inválida: uma STRIPE_SECRET_KEY de produção pede STRIPE_WEBHOOK_SECRET.')
  }
  return secretKey === undefined ? undefined : { secretKey, isLive, webhookSecrets, apiBase }
}

const limitsOf = (env: z.output<typeof Env>): Limits => ({
  login: env.LIMIT_LOGIN,
  loginAddress: env.LIMIT_LOGIN_ADDRESS,
  loginEmail: env.LIMIT_LOGIN_EMAIL,
  register: env.LIMIT_REGISTER,
  forgot: env.LIMIT_FORGOT,
  forgotDay: env.LIMIT_FORGOT_DAY,
  forgotAddress: env.LIMIT_FORGOT_ADDRESS,
  reset: env.LIMIT_RESET,
  password: env.LIMIT_PASSWORD,
  passwordChange: env.LIMIT_PASSWORD_CHANGE,
  emailChange: env.LIMIT_EMAIL_CHANGE,
  emailChangeTo: env.LIMIT_EMAIL_CHANGE_TO,
  user: env.LIMIT_USER,
  address: env.LIMIT_ADDRESS,
})
