/**
 * Whether the time of an answer tells who has an account: 200 known and 200 unknown addresses in turn, for signing in and
 * for asking for a reset. The area under the curve is how often a known one took longer: 0.5 tells nothing.
 *
 *   node tests/faults/enumeration-timing.ts
 */
import { authApi } from '#contract/auth.ts'
import { aRegistration } from '#server/testing/factories.ts'
import { startBenchServer } from '../bench/bench-server.ts'
import { median } from '../bench/timing.ts'
import { post } from './post.ts'

const pairs = 200
const people = 20
const bounds = { area: [0.4, 0.6], medianMs: 10 } as const

const areaUnderCurve = (known: readonly number[], unknown: readonly number[]): number => {
  let above = 0
  for (const a of known) for (const b of unknown) above += a > b ? 1 : a === b ? 0.5 : 0
  return above / (known.length * unknown.length)
}

const server = await startBenchServer()

/** How long an answer took, and all that can be told of it. */
const timed = async (path: string, body: object): Promise<{ ms: number; answer: string }> => {
  const begun = performance.now()
  const reply = await post(server.url, path, body)
  const text = await reply.text()
  const ms = performance.now() - begun
  const names = [...reply.headers.keys()].sort().join()
  return { ms, answer: `${reply.status} ${names} ${text.replace(/"requestId":"[^"]*"/, '')}` }
}

const addressOf = (who: 'known' | 'unknown', index: number): string =>
  `pessoa.${who === 'known' ? '' : 'x'}${index}@exemplo.com.br`

const compare = async (title: string, path: string, bodyFor: (email: string) => object): Promise<boolean> => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const answers = new Set<string>()
  for (let index = -10; index < pairs; index++) {
    const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const who of order) {
      const { ms, answer } = await timed(path, bodyFor(addressOf(who, Math.abs(index) % people)))
      answers.add(answer)
      // The first rounds warm the server up.
      if (index >= 0) times[who].push(ms)
    }
  }
  const area = areaUnderCurve(times.known, times.unknown)
  const difference = Math.abs(median(times.known) - median(times.unknown))
  const isEven = area >= bounds.area[0] && area <= bounds.area[1] && difference <= bounds.medianMs && answers.size === 1
  const figures = `median ${median(times.known).toFixed(2)} and ${median(times.unknown).toFixed(2)} ms, area ${area.toFixed(3)}`
  console.log(`${title}: ${figures}, ${answers.size} kind of answer: ${isEven ? 'tells nothing' : 'TELLS'}`)
  return isEven
}

try {
  for (let index = 0; index < people; index++)
    await post(server.url, authApi.register.path, aRegistration({ email: addressOf('known', index) }))
  const results = [
    await compare('sign-in', authApi.login.path, email => ({ email, password: 'segredo-errado' })),
    await compare('forgot', authApi.forgotPassword.path, email => ({ email })),
  ]
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await server.stop()
}
