/**
 * Whether the time of an answer tells who has an account: 200 known and 200 unknown addresses in turn, for signing in and
 * for asking for a reset. The area under the curve is how often a known one took longer: 0.5 tells nothing.
 *
 *   node tests/faults/enumeration-timing.ts
 */
import { authApi } from '#contract/auth.ts'
import { startBenchServer } from '../bench/bench-server.ts'

const pairs = 200
const bounds = { area: [0.4, 0.6], medianMs: 10 } as const

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const areaUnderCurve = (known: readonly number[], unknown: readonly number[]): number => {
  let above = 0
  for (const a of known) for (const b of unknown) above += a > b ? 1 : a === b ? 0.5 : 0
  return above / (known.length * unknown.length)
}

const server = await startBenchServer()
const post = async (path: string, body: object): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const names = [...answer.headers.keys()].sort().join()
  return `${answer.status} ${names} ${(await answer.text()).replace(/"requestId":"[^"]*"/, '')}`
}
const timed = async (path: string, body: object): Promise<{ ms: number; answer: string }> => {
  const begun = performance.now()
  const answer = await post(path, body)
  return { ms: performance.now() - begun, answer }
}

const compare = async (title: string, path: string, bodyFor: (email: string) => object): Promise<boolean> => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const answers = new Set<string>()
  for (let index = -10; index < pairs; index++) {
    const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const who of order) {
      const email =
        who === 'known'
          ? `pessoa.${Math.abs(index) % 20}@exemplo.com.br`
          : `pessoa.x${Math.abs(index) % 20}@exemplo.com.br`
      const { ms, answer } = await timed(path, bodyFor(email))
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

for (let index = 0; index < 20; index++) {
  const password = 'segredo-certo'
  await post(authApi.register.path, {
    nome: 'Ana',
    email: `pessoa.${index}@exemplo.com.br`,
    password,
    confirmPassword: password,
  })
}
const results = [
  await compare('sign-in', authApi.login.path, email => ({ email, password: 'segredo-errado' })),
  await compare('forgot', authApi.forgotPassword.path, email => ({ email })),
]
await server.stop()
process.exit(results.every(Boolean) ? 0 : 1)
