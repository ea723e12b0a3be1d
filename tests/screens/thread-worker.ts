import { pathToFileURL } from 'node:url'
import { Worker as Thread, type Transferable } from 'node:worker_threads'

/** What a module finds as `self` in a browser's worker; made before the module is loaded. */
const start = `
  const { parentPort, workerData } = require('node:worker_threads')
  globalThis.self = { postMessage: (data, { transfer } = {}) => parentPort.postMessage(data, transfer) }
  const loaded = import(workerData)
  parentPort.on('message', data => loaded.then(() => self.onmessage({ data })))`

/** A browser's module worker as a thread of this process, for one source file. */
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
