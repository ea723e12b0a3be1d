/**
 * Checks that response times do not reveal which e-mails have an account: 200 known and 200 unknown e-mails alternate, for
 * login and password reset. The area under the curve is the share of slower known e-mails: 0.5 reveals nothing.
 *
 *   node tests/faults/enumeration-timing.ts
 */
import { authApi } from '#contract/auth/auth.ts'
import { aRegistration } from '#server/testing/factories.ts'
import { startBenchServer } from '../bench/bench-server.ts'
import { median } from '../bench/timing.ts'
import { postJson } from './post-json.ts'

const pairs = 200
const accounts = 20
const limits = { area: [0.4, 0.6], medianMs: 10 } as const

const areaUnderCurve = (known: readonly number[], unknown: readonly number[]): number => {
  let above = 0
  for (const a of known) for (const b of unknown) above += a > b ? 1 : a === b ? 0.5 : 0
  return above / (known.length * unknown.length)
}

const server = await startBenchServer()

/** Returns the time of a response and everything in it that could differ. */
const measure = async (path: string, body: object): Promise<{ ms: number; fingerprint: string }> => {
  const startedAt = performance.now()
  const response = await postJson(server.url, path, body)
  const text = await response.text()
  const ms = performance.now() - startedAt
  const names = [...response.headers.keys()].sort().join()
  return { ms, fingerprint: `${response.status} ${names} ${text.replace(/"requestId":"[^"]*"/, '')}` }
}

const emailOf = (kind: 'known' | 'unknown', index: number): string =>
  `pessoa.${kind === 'known' ? '' : 'x'}${index}@exemplo.com.br`

const compare = async (title: string, path: string, bodyFor: (email: string) => object): Promise<boolean> => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const fingerprints = new Set<string>()
  for (let index = -10; index < pairs; index++) {
    const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const { ms, fingerprint } = await measure(path, bodyFor(emailOf(kind, Math.abs(index) % accounts)))
      fingerprints.add(fingerprint)
      // The first rounds warm up the server.
      if (index >= 0) times[kind].push(ms)
    }
  }
  const area = areaUnderCurve(times.known, times.unknown)
  const difference = Math.abs(median(times.known) - median(times.unknown))
  const isIndistinguishable =
    area >= limits.area[0] && area <= limits.area[1] && difference <= limits.medianMs && fingerprints.size === 1
  const result = `median ${median(times.known).toFixed(2)} and ${median(times.unknown).toFixed(2)} ms, area ${area.toFixed(3)}`
  console.log(
    `${title}: ${result}, ${fingerprints.size} distinct responses: ${isIndistinguishable ? 'reveals nothing' : 'REVEALS ACCOUNTS'}`,
  )
  return isIndistinguishable
}

try {
  for (let index = 0; index < accounts; index++)
    await postJson(server.url, authApi.register.path, aRegistration({ email: emailOf('known', index) }))
  const results = [
    await compare('sign-in', authApi.login.path, email => ({ email, password: 'segredo-errado' })),
    await compare('forgot', authApi.forgotPassword.path, email => ({ email })),
  ]
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await server.stop()
}
