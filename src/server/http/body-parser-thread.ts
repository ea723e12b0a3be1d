// Worker thread of body-parser.ts.

import { parentPort } from 'node:worker_threads'
import fastify from 'fastify'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { z } from '#contract/zod.ts'
import { AppError } from '../errors.ts'
import type { ParseResult, ParseTask } from './body-parser.ts'
import { fieldMessages } from './field-messages.ts'
import { strictJson } from './strict-json.ts'

const endpoints = Object.values(api).flatMap(group => Object.values<Endpoint>(group))
const parseJson = strictJson(fastify())

const parseBody = ({ id, method, path, bytes }: ParseTask): ParseResult => {
  const schema = endpoints.find(endpoint => endpoint.method === method && endpoint.path === path)?.body
  if (!schema) throw new Error(`${method} ${path} takes no body`)
  const parsed = z.safeParse(schema, parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
  if (parsed.success) return { id, body: parsed.data }
  return { id, rejection: { fields: fieldMessages(parsed.error.issues) } }
}

const respond = (message: ParseTask): ParseResult => {
  try {
    return parseBody(message)
  } catch (error) {
    if (error instanceof AppError) return { id: message.id, rejection: {} }
    throw error
  }
}

parentPort?.on('message', (message: ParseTask) => parentPort?.postMessage(respond(message)))
