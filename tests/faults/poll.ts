/** Polls a URL from a worker thread, so that the main thread does not delay the requests. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'

export interface PollResult {
  /** Milliseconds of each request. */
  times: number[]
  /** The number of requests without a response of 200. */
  failed: number
}

/** Returns a function that stops the polling and resolves with the result. */
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
