import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { MessageToPrimary, MessageToWorker, SharedServices } from './messages.ts'

/** A worker that ends sooner after its start counts as failed. */
const stableMs = 10_000
const maxPauseMs = 30_000
const stopTimeoutMs = 12_000
const storagePollMs = 250

/** The first worker ended before it served; it has printed the reason. */
export class WorkerStartError extends Error {
  override name = 'WorkerStartError'
}

interface WorkersOptions {
  count: number
  /** Read for each worker. */
  shared: () => SharedServices
  log: (line: string) => void
}

export interface Workers {
  /** URL on which all workers listen. */
  url: string
  /** Lets all workers run jobs and send mails, also those that start later. */
  run: () => void
  stop: () => Promise<void>
}

/** 0 for the first failure in a row, then 1 s, doubled up to 30 s. */
export const restartPauseMs = (failures: number): number =>
  failures <= 1 ? 0 : Math.min(1000 * 2 ** (failures - 2), maxPauseMs)

/**
 * Starts workers that share one port, and replaces those that end. Resolves when the first one listens; starts the others
 * then. Throws `WorkerStartError`.
 */
export const startWorkers = async ({ count, shared, log }: WorkersOptions): Promise<Workers> => {
  // Workers accept connections themselves. With round robin, the primary process passes them on, and one that it has passed to a
  // worker that was killed stays open without a response.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: fileURLToPath(new URL('../main.ts', import.meta.url)), args: [] })
  const workers = new Set<Worker>()
  const first = Promise.withResolvers<string>()
  let hasStarted = false
  let isRunning = false
  let isStopping = false
  let isFull = shared().isStorageFull
  let failures = 0

  const send = (worker: Worker, message: MessageToWorker): void => {
    // A worker that is about to end has no channel.
    if (worker.isConnected()) worker.send(message, () => {})
  }
  const sendRun = (worker: Worker): void =>
    send(worker, { kind: 'run', webhookSecret: shared().sandbox?.webhookSecret })

  const receive = (worker: Worker, message: MessageToPrimary): void => {
    if (message.kind === 'loaded') send(worker, { kind: 'start', shared: shared() })
    if (message.kind !== 'listening') return
    if (isRunning) sendRun(worker)
    hasStarted = true
    first.resolve(message.url)
  }

  const fork = (): void => {
    if (isStopping) return
    const begunAt = performance.now()
    const worker = cluster.fork()
    workers.add(worker)
    worker.on('message', message => receive(worker, message))
    worker.once('exit', (code, signal) => {
      workers.delete(worker)
      if (isStopping) return
      if (!hasStarted)
        return first.reject(new WorkerStartError('O primeiro processo não iniciou; o motivo está acima.'))
      failures = performance.now() - begunAt < stableMs ? failures + 1 : 1
      const pauseMs = restartPauseMs(failures)
      log(`O processo ${worker.process.pid} terminou (${signal ?? code}); outro inicia em ${pauseMs / 1000} s.`)
      setTimeout(fork, pauseMs)
    })
  }

  const watching = setInterval(() => {
    const next = shared().isStorageFull
    if (next === isFull) return
    isFull = next
    for (const worker of workers) send(worker, { kind: 'storage', isFull })
  }, storagePollMs)
  watching.unref()

  fork()
  const url = await first.promise.catch(error => {
    clearInterval(watching)
    throw error
  })
  for (let started = 1; started < count; started++) fork()

  return {
    url,
    run: () => {
      isRunning = true
      for (const worker of workers) sendRun(worker)
    },
    stop: async () => {
      isStopping = true
      clearInterval(watching)
      await Promise.all([...workers].map(stopWorker))
    },
  }
}

const stopWorker = async (worker: Worker): Promise<void> => {
  const exit = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const hurry = setTimeout(() => worker.process.kill('SIGKILL'), stopTimeoutMs)
  await exit
  clearTimeout(hurry)
}
