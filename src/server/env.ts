import { join } from 'node:path'
import type { PaymentMethod } from '#contract/billing/billing.ts'
import { z } from '#contract/zod.ts'
import {
  Addresses,
  AnswerHoursText,
  CompanyText,
  Hosts,
  IntegerText,
  type Limits,
  LimitText,
  type MailSender,
  MailSenderText,
  PaymentMethodsText,
  PhoneText,
  Port,
  SigningSecret,
  Url,
  WebhookSecrets,
} from './env-values.ts'
import { isLoopback } from './loopback.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Env = z.object({
  NODE_ENV: z._default(z.string(), 'development'),
  PORT: z._default(Port, 3000),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  METRICS_PORT: z.optional(Port),
  PUBLIC_URL: z.optional(Url),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/, error: 'use um endereço que comece com postgres://' })),
  DATABASE_POOL_SIZE: z._default(IntegerText(8, 90), 10),
  WEB_CONCURRENCY: z._default(IntegerText(1, 32), 1),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_BEFORE_MIGRATION: z._default(z.enum(['0', '1'], { error: 'use 0 ou 1' }), '1'),
  BRAND_NAME: z._default(z.string().check(z.maxLength(40, { error: 'use até 40 caracteres' })), 'Fechou'),
  SUPPORT_EMAIL: z.optional(z.email({ error: 'use um e-mail' })),
  SUPPORT_HOURS: z.optional(AnswerHoursText),
  SUPPORT_PHONE_24_7: z.optional(PhoneText),
  TRAINING_URL: z.optional(Url),
  COMPANY_NAME: z.optional(CompanyText),
  COMPANY_CNPJ: z.optional(
    z.string().check(
      z.regex(/^[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}$/, {
        error: 'use um CNPJ, como 12.345.678/0001-90',
      }),
    ),
  ),
  COMPANY_ADDRESS: z.optional(CompanyText),
  INSTAGRAM_URL: z._default(Url, 'https://www.instagram.com/'),
  LINKEDIN_URL: z._default(Url, 'https://www.linkedin.com/'),
  LOG_LEVEL: z.optional(z.enum(logLevels, { error: `use ${logLevels.join(', ')}` })),
  PASSWORD_MIN: z._default(IntegerText(6, 64), 6),
  DEMO: z.optional(z.enum(['0', '1'], { error: 'use 0 ou 1' })),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_(test|live)_\w+$/, { error: 'use uma chave secreta, sk_… ou rk_…' })),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(WebhookSecrets),
  STRIPE_API_BASE: z.optional(Url),
  NFSE_WEBHOOK_URL: z.optional(Url),
  NFSE_WEBHOOK_SECRET: z.optional(SigningSecret),
  PAYMENT_METHODS: z._default(PaymentMethodsText, ['card']),
  SANDBOX_PORT: z._default(Port, 4242),
  PAYMENTS_REQUIRE_LIVE: z.optional(z.enum(['0', '1'], { error: 'use 0 ou 1' })),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'use um endereço que comece com smtp:// ou smtps://' })),
  MAIL_FROM: z.optional(MailSenderText),
  TRUSTED_PROXIES: z.optional(Addresses),
  APP_SECRET: z.optional(z.string().check(z.minLength(32, { error: 'use ao menos 32 caracteres' }))),
  WEBHOOK_ALLOW_HOSTS: z._default(Hosts, []),
  RATE_LIMITS: z._default(z.enum(['on', 'off'], { error: 'use on ou off' }), 'on'),
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
  LIMIT_INVITE: LimitText('20/1d'),
  LIMIT_INVITE_TO: LimitText('3/1d'),
  LIMIT_CAPTURE: LimitText('10/1m'),
  LIMIT_CAPTURE_FORM: LimitText('200/1h'),
  LIMIT_USER: LimitText('300/1m'),
  LIMIT_ADDRESS: LimitText('100/1m'),
})

export interface Settings {
  production: boolean
  /** Is true outside production when `HOST` and `PUBLIC_URL` are loopback addresses. */
  isLocal: boolean
  port: number
  host: string
  /** Port of the Prometheus endpoint. Absent: no endpoint. */
  metricsPort: number | undefined
  /** Public origin without a trailing slash. */
  publicUrl: string
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /** Connections to the database per process. */
  poolSize: number
  /** Processes that serve requests. */
  processes: number
  dataDir: string
  /** Absent with an external database. */
  backupDir: string | undefined
  backupBeforeMigration: boolean
  brandName: string
  supportEmail: string | undefined
  /** Working hours until the first answer, by plan. */
  supportHours: readonly [basic: number, pro: number, enterprise: number] | undefined
  /** For Empresarial: answered at any hour, and where trainings are booked. */
  supportPhone: string | undefined
  trainingUrl: string | undefined
  /** Company that runs the product, for the terms and the privacy policy. */
  companyName: string | undefined
  companyCnpj: string | undefined
  companyAddress: string | undefined
  /** Instagram and LinkedIn links of the landing page. */
  instagramUrl: string
  linkedinUrl: string
  logLevel: string
  minPasswordLength: number
  /** Seeds demo data into an empty embedded database. */
  demo: boolean
  /** Absent without `STRIPE_SECRET_KEY`. */
  stripe: StripeSettings | undefined
  /** What the checkout offers. */
  paymentMethods: readonly PaymentMethod[]
  /** System that issues the invoices of services (NFS-e). Absent: none. */
  serviceInvoiceHook: ServiceInvoiceHook | undefined
  /** Port of the local Stripe sandbox. Absent in production and with a Stripe key. */
  sandboxPort: number | undefined
  /** Absent: mails become files in `dataDir`; in production they stay queued. */
  smtpUrl: string | undefined
  mailFrom: MailSender
  /** Proxies whose `X-Forwarded-For` is trusted. Absent: none. */
  trustedProxies: string[] | undefined
  /** Encrypts secrets in the database. Absent: a file in `dataDir`. */
  appSecret: string | undefined
  /** Hosts, with their port, that webhooks may reach although they are not public. */
  webhookAllowHosts: readonly string[]
  /** Absent: no rate limits, for tests and load tests. */
  limits: Limits | undefined
}

/** Receiver of signed messages about payments and refunds. */
export interface ServiceInvoiceHook {
  url: string
  secret: string
}

export interface StripeSettings {
  secretKey: string
  isLive: boolean
  /** Empty when Stripe cannot deliver webhooks. */
  webhookSecrets: string[]
  /** Replaces Stripe's API host. */
  apiBase: string | undefined
}

/** Invalid settings; the message is one line for the operator. */
export class SettingsError extends Error {}

/** Examples for the demo. Production shows support only as the operator sets it. */
const demoSupport = {
  supportEmail: 'suporte@fechou.example',
  supportHours: [24, 8, 4] as const,
  supportPhone: '+55 11 4000-0000',
  trainingUrl: 'https://fechou.example/treinamentos',
}

/** The embedded server accepts 100. Each process has its pool and a listener; the rest is for the primary process and commands. */
const maxEmbeddedConnections = 90

/** An empty variable counts as absent. Throws `SettingsError` that names every invalid setting. */
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
  if (env.DATABASE_URL === undefined && env.WEB_CONCURRENCY * (env.DATABASE_POOL_SIZE + 1) > maxEmbeddedConnections) {
    throw new SettingsError(
      `Configuração inválida: WEB_CONCURRENCY × (DATABASE_POOL_SIZE + 1) passa das ${maxEmbeddedConnections} conexões do banco de dados embutido.`,
    )
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
    poolSize: env.DATABASE_POOL_SIZE,
    processes: env.WEB_CONCURRENCY,
    dataDir: env.DATA_DIR,
    backupDir: env.DATABASE_URL ? undefined : (env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups')),
    backupBeforeMigration: env.BACKUP_BEFORE_MIGRATION === '1',
    brandName: env.BRAND_NAME,
    ...supportOf(env, demo ? demoSupport : {}),
    companyName: env.COMPANY_NAME,
    companyCnpj: env.COMPANY_CNPJ,
    companyAddress: env.COMPANY_ADDRESS,
    instagramUrl: env.INSTAGRAM_URL,
    linkedinUrl: env.LINKEDIN_URL,
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    minPasswordLength: env.PASSWORD_MIN,
    demo,
    stripe,
    paymentMethods: env.PAYMENT_METHODS,
    serviceInvoiceHook: serviceInvoiceHookOf(env),
    sandboxPort: stripe || production ? undefined : env.SANDBOX_PORT,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? { name: env.BRAND_NAME, address: `nao-responda@${new URL(publicUrl).hostname}` },
    trustedProxies: env.TRUSTED_PROXIES,
    appSecret: env.APP_SECRET,
    webhookAllowHosts: env.WEBHOOK_ALLOW_HOSTS,
    limits: env.RATE_LIMITS === 'off' ? undefined : limitsOf(env),
  }
}

const supportOf = (env: z.output<typeof Env>, example: Partial<typeof demoSupport>) => ({
  supportEmail: env.SUPPORT_EMAIL ?? example.supportEmail,
  supportHours: env.SUPPORT_HOURS ?? example.supportHours,
  supportPhone: env.SUPPORT_PHONE_24_7 ?? example.supportPhone,
  trainingUrl: env.TRAINING_URL ?? example.trainingUrl,
})

const serviceInvoiceHookOf = ({ NFSE_WEBHOOK_URL: url, NFSE_WEBHOOK_SECRET: secret }: z.output<typeof Env>) => {
  if ((url === undefined) !== (secret === undefined)) {
    throw new SettingsError('Configuração inválida: NFSE_WEBHOOK_URL e NFSE_WEBHOOK_SECRET valem só juntas.')
  }
  return url !== undefined && secret !== undefined ? { url, secret } : undefined
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
  invite: env.LIMIT_INVITE,
  inviteTo: env.LIMIT_INVITE_TO,
  capture: env.LIMIT_CAPTURE,
  captureForm: env.LIMIT_CAPTURE_FORM,
  user: env.LIMIT_USER,
  address: env.LIMIT_ADDRESS,
})
