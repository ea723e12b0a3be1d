import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createDb } from '../db/client.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { commandEnvironment } from '../testing/command-environment.ts'
import { aUser, userRow } from '../testing/factories.ts'
import type {} from '../testing/global-setup.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()

const script = fileURLToPath(new URL('change-role-cli.ts', import.meta.url))

const run = (environment: Record<string, string>, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env: { ...commandEnvironment(), ...environment },
    encoding: 'utf8',
  })
  return { status, said: (stdout + stderr).trim() }
}

/** Returns the URL of this file's database, as in `DATABASE_URL`. */
const databaseUrl = async (): Promise<string> => {
  const name = (await app.db.row<{ name: string }>('select current_database() as name'))?.name ?? ''
  const server = inject('databaseServer')
  if (typeof server === 'string') return Object.assign(new URL(server), { pathname: `/${name}` }).href
  const { host, port = 5432, user, password = '' } = server
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
}

describe('npm run admin', () => {
  it('grants and revokes the administrator role and prints the result', async () => {
    const { user } = await aUser(app)
    const environment = { DATABASE_URL: await databaseUrl() }
    const steps: [string[], number, string, 'admin' | 'user'][] = [
      [[user.email.toUpperCase()], 0, 'agora tem acesso de administrador.', 'admin'],
      [[user.email], 0, 'já tem acesso de administrador. Nada mudou.', 'admin'],
      [[user.email, '--remove'], 0, 'não tem mais acesso de administrador.', 'user'],
      [['--remove', user.email], 0, 'não tem acesso de administrador. Nada mudou.', 'user'],
    ]
    for (const [args, status, text, role] of steps) {
      const response = run(environment, ...args)
      expect(response).toEqual({ status, said: expect.stringContaining(text) })
      expect((await userRow(app, user)).role).toBe(role)
    }
  })

  it('deletes only the demo accounts', async () => {
    const [demo, person] = [await aUser(app), await aUser(app)]
    const { account_id: id } = await userRow(app, demo.user)
    await app.db.run('update accounts set is_demonstration = true where id = $1', [id])
    const environment = { DATABASE_URL: await databaseUrl() }
    expect(run(environment, '--remove-demo')).toEqual({ status: 0, said: 'Contas de demonstração excluídas: 1.' })
    expect(run(environment, '--remove-demo').said).toBe('Não há contas de demonstração. Nada mudou.')
    expect(run(environment, '--remove-demo', person.user.email).status).toBe(2)
    expect(await app.db.rows('select from accounts where id = $1', [id])).toEqual([])
    expect((await userRow(app, person.user)).email).toBe(person.user.email)
  })

  it('rejects an unknown e-mail', async () => {
    const response = run({ DATABASE_URL: await databaseUrl() }, 'ninguem@exemplo.com.br')
    expect(response).toEqual({
      status: 1,
      said: 'Não há conta com o e-mail ninguem@exemplo.com.br. Nada mudou.',
    })
  })

  it.each([[[]], [['a@b.com', 'c@d.com']], [['--apagar', 'a@b.com']]])('prints its usage when given %o', args => {
    expect(run({}, ...args)).toEqual({
      status: 2,
      said: expect.stringContaining('Uso: npm run admin -- <e-mail> [--remove]\n'),
    })
  })

  it('prints one line when the database is unavailable', () => {
    const response = run({ DATABASE_URL: 'postgres://localhost:1/nada' }, 'a@b.com')
    expect(response).toEqual({
      status: 1,
      said: expect.stringMatching(/^Não foi possível falar com o banco de dados: .*$/),
    })
  })
})

describe('npm run admin with the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fechou-admin-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const email = 'helena@exemplo.com.br'

  it('does not create a database', () => {
    const response = run({ DATA_DIR: join(dataDir, 'nada') }, email)
    expect(response).toEqual({ status: 1, said: expect.stringContaining('Ainda não há banco de dados em') })
  })

  it('uses the running server, or starts and stops one', async () => {
    const embedded = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
    const db = createDb(embedded.connection)
    await migrate(db)
    await aUser(await testApp({}, { database: db }), { email })
    expect(run({ DATA_DIR: dataDir }, email)).toEqual({
      status: 0,
      said: `${email} agora tem acesso de administrador.`,
    })
    expect(await db.row('select role from identities')).toEqual({ role: 'admin' })
    await db.close()
    await embedded.stop()
    for (const said of ['não tem mais acesso de administrador.', 'não tem acesso de administrador. Nada mudou.'])
      expect(run({ DATA_DIR: dataDir }, email, '--remove')).toEqual({ status: 0, said: `${email} ${said}` })
  })
})
