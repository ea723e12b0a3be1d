import { Worker } from 'node:worker_threads'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import { withTimeout } from './with-timeout.ts'

export interface ParseTask {
  id: number
  method: Endpoint['method']
  path: string
  bytes: Uint8Array
}

/** Validated value, or the errors by field. */
export interface ParseResult {
  id: number
  body?: unknown
  rejection?: { fields?: Record<string, string> }
}

const timeoutMs = 15_000
/** Ten megabytes of brackets need over 100 MB, and are no list of leads. */
const resourceLimits = { maxOldGenerationSizeMb: 192 }

type OnResult = (result: ParseResult) => void

/**
 * Parses large bodies in a worker thread, started with the first one. On the main thread, validating thousands of leads
 * blocks other requests.
 */
export class BodyParser {
  #worker: Worker | undefined
  #pending = new Map<number, OnResult>()
  #count = 0

  /** Returns the body validated by the endpoint's schema. Throws `validation_failed`. */
  async parse({ method, path }: Pick<Endpoint, 'method' | 'path'>, bytes: Uint8Array): Promise<unknown> {
    const id = this.#count++
    const { promise, resolve } = Promise.withResolvers<ParseResult>()
    this.#pending.set(id, resolve)
    const message: ParseTask = { id, method, path, bytes }
    this.#thread().postMessage(message)
    const createTimeoutError = () => new AppError('unavailable')
    const { body, rejection } = await withTimeout(promise, timeoutMs, createTimeoutError).catch(async error => {
      await this.close()
      throw error
    })
    if (rejection) throw new AppError('validation_failed', rejection)
    return body
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
