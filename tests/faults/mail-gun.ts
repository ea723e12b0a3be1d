/**
 * How many mails one person with one account brings to a stranger's mailbox in a minute, at the 300 requests that a user has:
 * by asking again and again for that address as their own e-mail, and by replacing the password of an account under it.
 *
 *   node tests/faults/mail-gun.ts
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { authApi } from '#contract/auth.ts'
import { createSession } from '#server/auth/create-session.ts'
import { registerUser } from '#server/auth/register-user.ts'
import { readSettings } from '#server/env.ts'
import { createMailCatcher } from '#server/testing/mail-catcher.ts'
import { startBenchServer } from '../bench/bench-server.ts'

const forMs = 60_000
const betweenMs = 200
const most = 5
const password = 'segredo-de-teste'

const server = await startBenchServer()
Object.assign(server.services.settings, { limits: readSettings({}).limits })
const mails = createMailCatcher(server.services)

const someone = async (email: string): Promise<string> => {
  const user = await registerUser(server.services, { nome: 'Ana', email, password })
  return (await createSession(server.services, user, 'bench')).token
}

const shoot = async (title: string, victim: string, token: string, shot: (index: number) => [string, object]) => {
  const statuses: Record<number, number> = {}
  const until = Date.now() + forMs
  for (let index = 0; Date.now() < until; index++) {
    const [path, body] = shot(index)
    const { status } = await fetch(`${server.url}/api${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    statuses[status] = (statuses[status] ?? 0) + 1
    await mails.deliver()
    await sleep(betweenMs)
  }
  const count = mails.to(victim).filter(({ subject }) => !subject.startsWith('Boas-vindas')).length
  console.log(`${title}: ${count} mails to a stranger in a minute, answers ${JSON.stringify(statuses)}`)
  return count <= most
}

try {
  const [first, second] = ['vitima.um@exemplo.com.br', 'vitima.dois@exemplo.com.br']
  const nome = 'Parabéns, há um prêmio para você'
  const results = [
    await shoot('e-mail', first, await someone('atacante@exemplo.com.br'), index => {
      const email = index % 2 ? `a.${index}@exemplo.com.br` : first
      return [authApi.updateProfile.path, { nome, email, currentPassword: password }]
    }),
    await shoot('password', second, await someone(second), () => [
      authApi.changePassword.path,
      { currentPassword: password, newPassword: password },
    ]),
  ]
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await server.stop()
}
