/**
 * Measures how many mails one account can send to a stranger in a minute, within its 300 requests: by changing its e-mail to
 * the stranger's address repeatedly, and by changing the password of an account with that address.
 *
 *   node tests/faults/mail-abuse.ts
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { authApi } from '#contract/auth/auth.ts'
import { createSession } from '#server/auth/create-session.ts'
import { registerUser } from '#server/auth/register-user.ts'
import { readSettings } from '#server/env.ts'
import { createMailCatcher } from '#server/testing/mail-catcher.ts'
import { startBenchServer } from '../bench/bench-server.ts'

const durationMs = 60_000
const intervalMs = 200
const maxMails = 5
const password = 'segredo-de-teste'

const server = await startBenchServer()
Object.assign(server.services.settings, { limits: readSettings({}).limits })
const mails = createMailCatcher(server.services)

const createToken = async (email: string): Promise<string> => {
  const user = await registerUser(server.services, { nome: 'Ana', email, password })
  return (await createSession(server.services, user, 'bench')).token
}

const attack = async (
  title: string,
  victim: string,
  token: string,
  buildRequest: (index: number) => [string, object],
) => {
  const statuses: Record<number, number> = {}
  const until = Date.now() + durationMs
  for (let index = 0; Date.now() < until; index++) {
    const [path, body] = buildRequest(index)
    const { status } = await fetch(`${server.url}/api${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    statuses[status] = (statuses[status] ?? 0) + 1
    await mails.deliver()
    await sleep(intervalMs)
  }
  const count = mails.to(victim).filter(({ subject }) => !subject.startsWith('Boas-vindas')).length
  console.log(`${title}: ${count} mails to a stranger in a minute, responses ${JSON.stringify(statuses)}`)
  return count <= maxMails
}

try {
  const [first, second] = ['vitima.um@exemplo.com.br', 'vitima.dois@exemplo.com.br']
  const nome = 'Parabéns, há um prêmio para você'
  const results = [
    await attack('e-mail', first, await createToken('atacante@exemplo.com.br'), index => {
      const email = index % 2 ? `a.${index}@exemplo.com.br` : first
      return [authApi.updateProfile.path, { nome, email, currentPassword: password }]
    }),
    await attack('password', second, await createToken(second), () => [
      authApi.changePassword.path,
      { currentPassword: password, newPassword: password },
    ]),
  ]
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await server.stop()
}
