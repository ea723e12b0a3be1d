import { pathToFileURL } from 'node:url'
import { Worker as Thread, type Transferable } from 'node:worker_threads'

/** Defines `self` as in a browser worker, before the module loads. */
const start = `
  const { parentPort, workerData } = require('node:worker_threads')
  globalThis.self = { postMessage: (data, { transfer } = {}) => parentPort.postMessage(data, transfer) }
  const loaded = import(workerData)
  parentPort.on('message', data => loaded.then(() => self.onmessage({ data })))`

/** Creates a `Worker` class that runs a source file as a thread of this process. */
export const createThreadWorkerClass = (path: string) =>
  class ThreadWorker {
    static readonly running = new Set<ThreadWorker>()
    onmessage: ((event: { data: unknown }) => void) | null = null
    onerror: ((event: { message: string }) => void) | null = null
    readonly thread = new Thread(start, { eval: true, workerData: pathToFileURL(path).href })

    constructor() {
      ThreadWorker.running.add(this)
      this.thread.on('message', data => this.onmessage?.({ data }))
      this.thread.on('error', error => this.onerror?.({ message: String(error) }))
    }

    postMessage(data: unknown, transfer?: Transferable[]): void {
      this.thread.postMessage(data, transfer)
    }

    terminate(): void {
      ThreadWorker.running.delete(this)
      void this.thread.terminate()
    }
  }
