/** Asks one address again and again, from a thread of its own, so that what the others do does not slow the asking. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'

export interface Asked {
  /** Milliseconds of each answer. */
  times: number[]
  /** Answers other than 200, and none. */
  failed: number
}

/** Returns how to stop, which tells what came of it. */
export const askAgain = (url: string, token = ''): (() => Promise<Asked>) => {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, token } })
  return () =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve).once('error', reject)
      worker.postMessage('stop')
    })
}

const work = async ({ url, token }: { url: string; token: string }): Promise<Asked> => {
  const asked: Asked = { times: [], failed: 0 }
  let isOver = false
  parentPort?.once('message', () => {
    isOver = true
  })
  while (!isOver) {
    const begun = performance.now()
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status !== 200) asked.failed++
    asked.times.push(performance.now() - begun)
    await sleep(20)
  }
  return asked
}

if (workerData?.url) parentPort?.postMessage(await work(workerData))
