/** Asks one address again and again, from a thread of its own, so that what the others do does not slow the asking. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'

export interface PollResult {
  /** Milliseconds of each answer. */
  times: number[]
  /** Answers other than 200, and none. */
  failed: number
}

/** Returns how to stop, which tells what came of it. */
export const startPolling = (url: string, token = ''): (() => Promise<PollResult>) => {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, token } })
  return () =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve).once('error', reject)
      worker.postMessage('stop')
    })
}

const poll = async ({ url, token }: { url: string; token: string }): Promise<PollResult> => {
  const result: PollResult = { times: [], failed: 0 }
  let isOver = false
  parentPort?.once('message', () => {
    isOver = true
  })
  while (!isOver) {
    const startedAt = performance.now()
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status !== 200) result.failed++
    result.times.push(performance.now() - startedAt)
    await sleep(20)
  }
  return result
}

if (workerData?.url) parentPort?.postMessage(await poll(workerData))
