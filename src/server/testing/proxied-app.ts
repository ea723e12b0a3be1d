import { authApi } from '#contract/auth/auth.ts'
import { readSettings } from '../env.ts'
import { aRegistration } from './factories.ts'
import { testApp } from './test-app.ts'

export const { limits } = readSettings({})
export const trustingProxy = { limits, trustedProxies: ['127.0.0.1'] }

let lastIp = 0
export const anIp = (): string => `203.0.${Math.floor(++lastIp / 250)}.${lastIp % 250}`
export const fromIp = (ip: string) => ({ 'x-forwarded-for': ip })

/** Creates an app with the default rate limits behind a trusted proxy, so that tests can send requests from any IP. */
export const proxiedApp = async () => {
  const proxied = await testApp(trustingProxy)
  const { call, clock } = proxied
  const start = clock.now
  return {
    proxied,
    start,
    /** Sets the clock to this many seconds after its start. */
    later: (seconds: number): void => {
      clock.now = new Date(start.getTime() + seconds * 1000)
    },
    signIn: (email: string, password: string, ip = anIp()) =>
      call(authApi.login, { body: { email, password }, headers: fromIp(ip) }),
    aRegisteredUser: async () => {
      const body = aRegistration()
      await call(authApi.register, { body, headers: fromIp(anIp()) })
      return body
    },
  }
}

/** Runs `work` this many times sequentially. */
export const times = async <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = []
  for (let index = 0; index < count; index++) results.push(await work(index))
  return results
}
