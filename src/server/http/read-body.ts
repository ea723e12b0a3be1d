import { Worker } from 'node:worker_threads'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import { withinTime } from './within-time.ts'

export interface BodyToRead {
  number: number
  method: Endpoint['method']
  path: string
  bytes: Uint8Array
}

/** What the endpoint's schema makes of it, or why it is refused. */
export interface BodyRead {
  number: number
  body?: unknown
  refused?: { fields?: Record<string, string> }
}

const mostMs = 15_000
/** Ten megabytes of brackets take more than a hundred of memory; that is no list of leads. */
const resourceLimits = { maxOldGenerationSizeMb: 192 }

type Waiting = (read: BodyRead) => void

/**
 * Reads bodies of megabytes in a thread of its own, begun with the first: here, all others would wait for as long as
 * parsing and checking thousands of leads takes.
 */
export class BodyReader {
  #worker: Worker | undefined
  #waiting = new Map<number, Waiting>()
  #count = 0

  /** The body as the endpoint's schema reads it. Throws `validation_failed`. */
  async read({ method, path }: Pick<Endpoint, 'method' | 'path'>, bytes: Uint8Array): Promise<unknown> {
    const number = this.#count++
    const { promise, resolve } = Promise.withResolvers<BodyRead>()
    this.#waiting.set(number, resolve)
    const message: BodyToRead = { number, method, path, bytes }
    this.#thread().postMessage(message)
    const late = () => new AppError('unavailable')
    const { body, refused } = await withinTime(promise, mostMs, late).catch(async error => {
      await this.close()
      throw error
    })
    if (refused) throw new AppError('validation_failed', refused)
    return body
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(`${import.meta.dirname}/body-thread.ts`, { resourceLimits })
    worker.unref()
    worker.on('message', (read: BodyRead) => this.#tell(read))
    // What it died of was too much for its memory.
    worker.on('error', () => {})
    worker.once('exit', () => {
      if (this.#worker === worker) this.#refuseAll()
    })
    this.#worker = worker
    return worker
  }

  #tell(read: BodyRead): void {
    this.#waiting.get(read.number)?.(read)
    this.#waiting.delete(read.number)
  }

  #refuseAll(): void {
    this.#worker = undefined
    for (const number of [...this.#waiting.keys()]) this.#tell({ number, refused: {} })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#refuseAll()
    await worker?.terminate()
  }
}
