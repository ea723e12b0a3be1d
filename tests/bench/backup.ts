/**
 * Measures requests during a backup: 500 new leads a second, sent on time whether or not the server keeps up, without a
 * backup and during nightly backups, in turns. Prints p95 and fails above the ratio.
 *
 *   node tests/bench/backup.ts [writes per second] [rounds]
 */
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { aLeadForm } from '#server/testing/factories.ts'

const writesPerSecond = Number(process.argv[2] ?? 500)
const accounts = 25
const leads = 20_000
const rounds = Number(process.argv[3] ?? 3)
/** The database makes a checkpoint every five minutes, with or without a backup. */
const idleMs = 300_000
const maxRatio = 2

interface Sample {
  at: number
  ms: number
  status: number
}

/** Runs in a thread of its own, so that it does not wait for the server's event loop. */
const sendWrites = ({ url, tokens, rate }: { url: string; tokens: string[]; rate: number }): void => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const body = JSON.stringify(aLeadForm())
  let samples: Sample[] = []
  let sent = 0
  const begun = performance.now()
  const send = (due: number) => {
    const token = tokens[sent++ % tokens.length]
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const note = (status: number) => samples.push({ at: Date.now(), ms: performance.now() - due, status })
    const call = request(`${url}/api/leads`, { method: 'POST', agent, headers }, response => {
      response.resume().on('end', () => note(response.statusCode ?? 0))
    })
    call.on('error', () => note(0)).end(body)
  }
  setInterval(() => {
    while (sent < ((performance.now() - begun) * rate) / 1000) send(begun + (sent * 1000) / rate)
  }, 2)
  parentPort?.on('message', () => {
    parentPort?.postMessage(samples)
    samples = []
  })
}

const main = async (): Promise<void> => {
  const { setTimeout: sleep } = await import('node:timers/promises')
  const { startBenchServer } = await import('./bench-server.ts')
  const { seedAccount } = await import('./seed-leads.ts')
  const { quantile } = await import('./timing.ts')
  const { createNightlyBackup } = await import('#server/backups/nightly-backup.ts')
  const { listBackups } = await import('#server/backups/backup-folder.ts')
  const server = await startBenchServer()
  const { services, dataDir, url } = server
  const place = { dataDir, backupDir: join(dataDir, 'backups'), now: services.now }
  try {
    const tokens: string[] = []
    for (let count = 0; count < accounts; count++) tokens.push(await seedAccount(services, leads / accounts))
    const client = new Worker(new URL(import.meta.url), { workerData: { url, tokens, rate: writesPerSecond } })
    const takeSamples = (): Promise<Sample[]> =>
      new Promise(resolve => {
        client.once('message', resolve)
        client.postMessage('take')
      })
    await sleep(15_000)
    let idle: Sample[] = []
    let busy: Sample[] = []
    const durations: number[] = []
    for (let round = 0; round < rounds; round++) {
      await takeSamples()
      await sleep(idleMs)
      idle = idle.concat(await takeSamples())
      const begun = performance.now()
      const { failure } = await createNightlyBackup(place, new AbortController().signal)
      durations.push(Math.round(performance.now() - begun))
      busy = busy.concat(await takeSamples())
      console.log(`backup ${round + 1}: ${failure ?? 'verified'} in ${durations.at(-1)} ms`)
    }
    await client.terminate()
    const describe = (name: string, samples: Sample[], ms: number) => {
      const times = samples.map(sample => sample.ms)
      const failed = samples.filter(({ status }) => status !== 201).length
      const rate = (samples.length / ms) * 1000
      const [median, p95, p99] = [0.5, 0.95, 0.99].map(share => quantile(times, share).toFixed(1))
      console.log(`${name}: ${rate.toFixed(0)}/s, ${failed} failed, median ${median} ms, p95 ${p95} ms, p99 ${p99} ms`)
      return quantile(times, 0.95)
    }
    const idleP95 = describe('without backup', idle, rounds * idleMs)
    const busyMs = durations.reduce((sum, ms) => sum + ms, 0)
    const busyP95 = describe('during backups', busy, busyMs)
    const ratio = busyP95 / idleP95
    console.log(`p95 ratio ${ratio.toFixed(2)} of at most ${maxRatio}`)
    if (ratio > maxRatio) process.exitCode = 1
    const [last] = await listBackups(place.backupDir)
    console.log(
      `archive ${((last?.bytes ?? 0) / 1e6).toFixed(1)} MB of ${((last?.unpackedBytes ?? 0) / 1e6).toFixed(1)} MB`,
    )
  } finally {
    await server.stop()
  }
}

if (isMainThread) await main()
else sendWrites(workerData)
