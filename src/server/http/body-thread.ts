// The thread of read-body.ts.

import { parentPort } from 'node:worker_threads'
import fastify from 'fastify'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { z } from '#contract/zod.ts'
import { AppError } from '../errors.ts'
import { fieldMessages } from './field-messages.ts'
import type { BodyRead, BodyToRead } from './read-body.ts'
import { strictJson } from './strict-json.ts'

const endpoints = Object.values(api).flatMap(group => Object.values<Endpoint>(group))
const parseJson = strictJson(fastify())

const read = ({ number, method, path, bytes }: BodyToRead): BodyRead => {
  const schema = endpoints.find(endpoint => endpoint.method === method && endpoint.path === path)?.body
  if (!schema) throw new Error(`${method} ${path} takes no body`)
  const parsed = z.safeParse(schema, parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
  if (parsed.success) return { number, body: parsed.data }
  return { number, refused: { fields: fieldMessages(parsed.error.issues) } }
}

const answer = (message: BodyToRead): BodyRead => {
  try {
    return read(message)
  } catch (error) {
    if (error instanceof AppError) return { number: message.number, refused: {} }
    throw error
  }
}

parentPort?.on('message', (message: BodyToRead) => parentPort?.postMessage(answer(message)))
