import { z } from '#contract/zod.ts'

const Port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65535))
const Url = z.url({ protocol: /^https?$/ })

const Env = z.object({
  NODE_ENV: z._default(z.string(), 'development'),
  PORT: z._default(Port, 3000),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PUBLIC_URL: z.optional(Url),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  BRAND_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'Fechou'),
  SUPPORT_EMAIL: z.optional(z.email()),
  LOG_LEVEL: z.optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  PASSWORD_MIN: z._default(z.coerce.number().check(z.int(), z.gte(6), z.lte(64)), 6),
  DEMO: z.optional(z.enum(['0', '1'])),
})

export interface Settings {
  production: boolean
  port: number
  host: string
  /** Origin under which people reach the product, without a final slash. */
  publicUrl: string
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  brandName: string
  supportEmail: string | undefined
  logLevel: string
  passwordMin: number
  /** Whether an empty embedded database gets the demonstration. */
  demo: boolean
}

/** A setting that is wrong: one line for the person who starts the server. */
export class SettingsError extends Error {}

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
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    brandName: env.BRAND_NAME,
    supportEmail: env.SUPPORT_EMAIL,
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    passwordMin: env.PASSWORD_MIN,
    demo: env.DEMO !== '0' && !production && env.DATABASE_URL === undefined,
  }
}
