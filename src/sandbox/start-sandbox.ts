import formbody from '@fastify/formbody'
import fastify from 'fastify'
import { parse } from 'qs'
import type { Account } from './account/account.ts'
import { defaultClock, timeOfClock } from './account/clock.ts'
import { keepState } from './account/keep-state.ts'
import { emptyState } from './account/state.ts'
import { advanceClock, keepUp } from './billing/advance-clock.ts'
import { expireOldCheckouts } from './billing/expire-checkout.ts'
import { servePages } from './pages/serve-pages.ts'
import { allRoutes } from './routes/all-routes.ts'
import type { Chaos } from './webhooks/chaos.ts'
import { startCourier } from './webhooks/courier.ts'
import { serveApi } from './wire/serve-api.ts'

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number
  /** A file, or `:memory:` to forget everything. */
  stateFile: string
  now?: () => Date
  log?: (line: string) => void
}

export interface Sandbox {
  url: string
  port: number
  /** The faults that are switched on; set them here or on the operator's page. */
  chaos: Chaos
  clock: {
    now: () => Date
    /** Moves the default clock and does what falls due on the way. */
    advanceTo: (moment: Date) => void
  }
  /** The secret with which events to this address are signed. */
  webhookSecretOf: (url: string) => string | undefined
  /** Forgets everything. */
  reset: () => void
  stop: () => Promise<void>
}

const readForm = (text: string) => parse(text, { depth: 20, arrayLimit: 200 })

export class SandboxRefusal extends Error {}

/** The sandbox must never stand where real money is expected. */
export const refuseBesideRealPayments = (environment: NodeJS.ProcessEnv): void => {
  if (environment.STRIPE_SECRET_KEY)
    throw new SandboxRefusal('O ambiente de teste de pagamentos não sobe com STRIPE_SECRET_KEY definida.')
  if (environment.NODE_ENV === 'production')
    throw new SandboxRefusal('O ambiente de teste de pagamentos não sobe com NODE_ENV=production.')
}

export const startSandbox = async ({
  port,
  stateFile,
  now = () => new Date(),
  log = () => {},
}: SandboxOptions): Promise<Sandbox> => {
  refuseBesideRealPayments(process.env)
  const { state, changed, flush } = await keepState(stateFile, log)
  const account: Account = {
    state,
    url: '',
    log,
    wallTime: () => Math.floor(now().getTime() / 1000),
    request: null,
    changed,
    deliver: () => {},
  }
  const courier = startCourier(account)
  account.deliver = courier.deliver
  const reset = () => {
    Object.assign(state, emptyState())
    changed()
  }
  const app = fastify({ routerOptions: { querystringParser: readForm, maxParamLength: 200 }, bodyLimit: 1_048_576 })
  await app.register(formbody, { parser: readForm })
  serveApi(app, account, allRoutes)
  servePages(app, account, { courier, reset })
  await app.listen({ port, host: '127.0.0.1' })
  const address = app.server.address()
  const takenPort = typeof address === 'object' && address ? address.port : port
  account.url = `http://127.0.0.1:${takenPort}`

  const tick = () => {
    keepUp(account)
    expireOldCheckouts(account)
  }
  tick()
  courier.deliver()
  const ticking = setInterval(tick, 1000)
  ticking.unref()

  return {
    url: account.url,
    port: takenPort,
    get chaos() {
      return state.chaos
    },
    clock: {
      now: () => new Date(timeOfClock(account) * 1000),
      advanceTo: moment => advanceClock(account, defaultClock, Math.floor(moment.getTime() / 1000)),
    },
    webhookSecretOf: url => Object.values(state.webhookEndpoints).find(endpoint => endpoint.url === url)?.secret,
    reset,
    stop: async () => {
      clearInterval(ticking)
      await courier.stop()
      await app.close()
      await flush()
    },
  }
}
