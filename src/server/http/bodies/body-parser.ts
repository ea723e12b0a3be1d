import { Worker } from 'node:worker_threads'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../../errors.ts'
import { withTimeout } from '../limits/with-timeout.ts'

export interface ParseTask {
  id: number
  method: Endpoint['method']
  path: string
  bytes: Uint8Array
}

/** Asks for the next items of the list that a parsed body holds. */
export interface ItemsRequest {
  id: number
}

/** Validated value, or the errors by field. */
export interface ParseResult {
  id: number
  body?: unknown
  /** Key of a list that the body holds empty. Its items are sent on request. */
  listKey?: string
  /** The next items. None after the last. */
  items?: unknown[]
  rejection?: { fields?: Record<string, string> }
}

const timeoutMs = 15_000
/** Ten megabytes of empty arrays need over 100 MB, and are no list of leads. */
const resourceLimits = { maxOldGenerationSizeMb: 192 }

/** Copying ten megabytes would block the main thread for milliseconds. Small buffers share the memory of Node's pool. */
const transferable = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

type OnResult = (result: ParseResult) => void

/**
 * Parses large bodies in a worker thread, started with the first one. On the main thread, validating thousands of leads
 * blocks other requests, and so does receiving them in one message.
 */
export class BodyParser {
  #worker: Worker | undefined
  #pending = new Map<number, OnResult>()
  #count = 0

  /** Returns the body validated by the endpoint's schema. `bytes` cannot be read afterwards. Throws `validation_failed`. */
  async parse({ method, path }: Pick<Endpoint, 'method' | 'path'>, bytes: Uint8Array): Promise<unknown> {
    const task: ParseTask = { id: this.#count++, method, path, bytes }
    const createTimeoutError = () => new AppError('unavailable')
    return withTimeout(this.#receiveBody(task), timeoutMs, createTimeoutError).catch(async error => {
      if (error instanceof AppError && error.code === 'unavailable') await this.close()
      throw error
    })
  }

  async #receiveBody(task: ParseTask): Promise<unknown> {
    const { body, listKey } = await this.#ask(task)
    if (listKey === undefined) return body
    const list: unknown[] = []
    for (;;) {
      const { items = [] } = await this.#ask({ id: task.id })
      if (items.length === 0) return { ...(body as object), [listKey]: list }
      list.push(...items)
    }
  }

  /** Throws `validation_failed`. */
  async #ask(message: ParseTask | ItemsRequest): Promise<ParseResult> {
    const { promise, resolve } = Promise.withResolvers<ParseResult>()
    this.#pending.set(message.id, resolve)
    this.#thread().postMessage(message, 'bytes' in message ? transferable(message.bytes) : [])
    const result = await promise
    if (result.rejection) throw new AppError('validation_failed', result.rejection)
    return result
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(`${import.meta.dirname}/body-parser-thread.ts`, { resourceLimits })
    worker.unref()
    worker.on('message', (result: ParseResult) => this.#settle(result))
    // An out-of-memory error of the worker also emits `exit`.
    worker.on('error', () => {})
    worker.once('exit', () => {
      if (this.#worker === worker) this.#rejectAll()
    })
    this.#worker = worker
    return worker
  }

  #settle(result: ParseResult): void {
    this.#pending.get(result.id)?.(result)
    this.#pending.delete(result.id)
  }

  #rejectAll(): void {
    this.#worker = undefined
    for (const id of [...this.#pending.keys()]) this.#settle({ id, rejection: {} })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#rejectAll()
    await worker?.terminate()
  }
}
