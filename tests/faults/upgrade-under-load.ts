/**
 * Upgrades a database of 1,000,000 leads while users work: the release before its last five migrations serves while this one
 * migrates, then both serve, then another one builds an index of the search again. No response has a status of 500 or more. Takes
 * about ten minutes and needs the history of this repository.
 *
 *   npm run faults -- upgrade-under-load
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { authApi } from '#contract/auth/auth.ts'
import { decidedStages, openStages } from '#contract/leads/lead-status.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { createDb } from '#server/db/client.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { aLeadForm, aRegistration } from '#server/testing/factories.ts'
import { quantile } from '../bench/timing.ts'
import { createProduct, removeProduct } from '../e2e/support/product.ts'
import { postJson } from './post-json.ts'

const leadCount = Number(process.env.LEADS ?? 1_000_000)
const accountCount = 10
const baselineMs = 15_000
const root = fileURLToPath(new URL('../..', import.meta.url))
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** Checks out the commit before the last five migrations. Returns its folder. */
const checkOutEarlierRelease = async (): Promise<string> => {
  const fifthLast = (await readdir(join(root, 'migrations'))).sort().at(-5)
  const added = git('log', '--diff-filter=A', '--format=%H', '--', `migrations/${fifthLast}`).split('\n').at(-1)
  const folder = await mkdtemp(join(tmpdir(), 'fechou-earlier-'))
  git('worktree', 'add', '--quiet', '--detach', '--force', folder, `${added}^`)
  for (const shared of ['node_modules', 'dist']) await symlink(join(root, shared), join(folder, shared))
  return folder
}

interface Session {
  token: string
  leadId: string
}

/** An account with one lead of its own. */
const createAccount = async (url: string): Promise<Session> => {
  const form = aRegistration({ email: `${crypto.randomUUID()}@exemplo.com` })
  const { token } = (await (await postJson(url, authApi.register.path, form)).json()) as { token: string }
  const response = await fetch(`${url}/api${leadsApi.create.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(aLeadForm()),
  })
  return { token, leadId: ((await response.json()) as { _id: string })._id }
}

interface Load {
  times: number[]
  statuses: Map<string, number>
}

const requestsOf = ({ leadId }: Session, round: number): [method: string, path: string, body?: object][] => [
  ['GET', '/leads/board'],
  ['GET', '/leads?limit=50'],
  ['GET', '/leads/stats'],
  ['PATCH', `/leads/${leadId}`, { status: round % 2 === 0 ? 'negociacao' : 'novo-lead' }],
  ['POST', '/leads', aLeadForm()],
]

/** Lets each session repeat its requests. The returned function ends that. */
const startLoad = (url: string, sessions: readonly Session[]): (() => Promise<Load>) => {
  const load: Load = { times: [], statuses: new Map() }
  let isOver = false
  const work = sessions.map(async session => {
    for (let round = 0; !isOver; round++) {
      for (const [method, path, body] of requestsOf(session, round)) {
        const startedAt = performance.now()
        const response = await fetch(`${url}/api${path}`, {
          method,
          headers: { authorization: `Bearer ${session.token}`, ...(body && { 'content-type': 'application/json' }) },
          body: body ? JSON.stringify(body) : null,
        }).catch(() => undefined)
        const text = await response?.text()
        load.times.push(performance.now() - startedAt)
        const status = String(response?.status ?? 'no response')
        load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1)
        if (response && response.status >= 500) console.log(method, path, response.status, text?.slice(0, 200))
        await sleep(50)
      }
    }
  })
  return async () => {
    isOver = true
    await Promise.all(work)
    return load
  }
}

let failures = 0
const report = (name: string, { times, statuses }: Load): void => {
  failures += [...statuses].filter(([status]) => !/^[24]/.test(status)).reduce((sum, [, count]) => sum + count, 0)
  const ms = (share: number) => quantile(times, share).toFixed(0)
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  console.log(`${name.padEnd(44)} p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms, longest ${ms(1)} ms; ${counts}`)
}

const earlierFolder = await checkOutEarlierRelease()
const dataDir = await mkdtemp(join(tmpdir(), 'fechou-upgrade-'))
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, force: { loopback: true } })
const { host, port, user, password } = postgres.connection
const settings = { DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/fechou` }
const earlier = await createProduct(settings, earlierFolder)
const current = await createProduct(settings)
const rebuilding = await createProduct(settings)
const db = createDb(postgres.connection, { poolSize: 1 })

const stages = [...openStages, ...decidedStages]
const stageOfCopy = `(array['${stages.join("', '")}'])[1 + n % ${stages.length}]`

/** Values that differ between the copies of a lead. */
const variedColumns: Record<string, string> = {
  id: 'uuidv7()',
  telefone: `'11 9' || lpad(n::text, 8, '0')`,
  email: `'lead' || n || '@exemplo.com.br'`,
  stage: stageOfCopy,
  status: stageOfCopy,
  created_at: `l.created_at - n * interval '1 minute'`,
}

/** Copies the accounts' leads with the columns that the schema has at this moment. */
const fillAccounts = async (): Promise<void> => {
  const columns = await db.rows<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'leads'::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attidentity = ''`,
  )
  const names = columns.map(({ name }) => name)
  const values = names.map(name => variedColumns[name] ?? `l.${name}`)
  await db.outsideTransaction(5000, async queries => {
    await queries.run('set statement_timeout = 0')
    await queries.run(
      `insert into leads (${names.join(', ')}) select ${values.join(', ')} from leads l,
         generate_series(1, ${Math.floor(leadCount / accountCount)}) n`,
    )
    await queries.run('vacuum analyze')
  })
}

try {
  await earlier.start()
  const sessions = await Promise.all(Array.from({ length: accountCount }, () => createAccount(earlier.url)))
  await db.run(`update accounts set subscription_plan = 'enterprise', subscription_status = 'active'`)
  await fillAccounts()
  const { count } = (await db.row<{ count: number }>('select count(*) from leads')) ?? {}
  const migrated = async () => (await db.rows<{ name: string }>('select name from migrations')).length
  const before = await migrated()
  console.log(`${count} leads in ${accountCount} accounts, ${before} migrations`)

  const measure = async (name: string, url: string, during: () => Promise<unknown>): Promise<void> => {
    const stop = startLoad(url, sessions)
    const startedAt = Date.now()
    await during()
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    report(`${name} (${seconds} s)`, await stop())
  }
  await measure('the earlier release alone', earlier.url, () => sleep(baselineMs))
  await measure('the earlier release during the migrations', earlier.url, () => current.start())
  console.log(`${(await migrated()) - before} migrations`)
  const stopEarlier = startLoad(earlier.url, sessions.slice(0, 5))
  await measure('this release beside the earlier one', current.url, () => sleep(baselineMs))
  report('the earlier release beside this one', await stopEarlier())
  await earlier.stop()

  // The vacuum of the filled table may hold it for longer than the product's statements wait.
  await db.outsideTransaction(60_000, queries => queries.run('drop index concurrently lead_search_keys'))
  await db.run(`delete from migrations where name like '050-%'`)
  await measure('this release while another builds an index', current.url, () => rebuilding.start())
  const built = await db.row("select from pg_index where indexrelid = 'lead_search_keys'::regclass and indisvalid")
  console.log(built ? 'the index is built' : 'the index is missing')
  if (!built) failures++
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  for (const product of [earlier, current, rebuilding]) await removeProduct(product)
  await db.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
  git('worktree', 'remove', '--force', earlierFolder)
}
