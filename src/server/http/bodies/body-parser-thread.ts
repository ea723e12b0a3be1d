// Worker thread of body-parser.ts.

import { parentPort } from 'node:worker_threads'
import fastify from 'fastify'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { z } from '#contract/zod.ts'
import { AppError } from '../../errors.ts'
import { lowerThreadPriority } from '../../threads/lower-thread-priority.ts'
import type { ItemsRequest, ParseResult, ParseTask } from './body-parser.ts'
import { fieldMessages } from './field-messages.ts'
import { strictJson } from './strict-json.ts'

lowerThreadPriority()

const endpoints = Object.values(api).flatMap(group => Object.values<Endpoint>(group))
const parseJson = strictJson(fastify())

/** Items of one message. Receiving a hundred large leads takes the main thread about a millisecond. */
const itemsPerMessage = 100

/** Lists that the main thread has not received whole, by the id of the task. */
const remainingItems = new Map<number, unknown[]>()

const sendListLater = (id: number, body: unknown): ParseResult => {
  const [listKey, list] = Object.entries(body ?? {}).find(([, value]) => Array.isArray(value)) ?? []
  if (listKey === undefined) return { id, body }
  remainingItems.set(id, list)
  return { id, body: { ...(body as object), [listKey]: [] }, listKey }
}

const nextItems = ({ id }: ItemsRequest): ParseResult => {
  const remaining = remainingItems.get(id)
  if (!remaining) throw new Error(`no list of task ${id}`)
  const items = remaining.splice(0, itemsPerMessage)
  if (items.length === 0) remainingItems.delete(id)
  return { id, items }
}

const parseBody = ({ id, method, path, bytes }: ParseTask): ParseResult => {
  const schema = endpoints.find(endpoint => endpoint.method === method && endpoint.path === path)?.body
  if (!schema) throw new Error(`${method} ${path} takes no body`)
  const parsed = z.safeParse(schema, parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
  if (parsed.success) return sendListLater(id, parsed.data)
  return { id, rejection: { fields: fieldMessages(parsed.error.issues) } }
}

const respond = (message: ParseTask | ItemsRequest): ParseResult => {
  try {
    return 'bytes' in message ? parseBody(message) : nextItems(message)
  } catch (error) {
    if (error instanceof AppError) return { id: message.id, rejection: {} }
    throw error
  }
}

parentPort?.on('message', (message: ParseTask | ItemsRequest) => parentPort?.postMessage(respond(message)))
