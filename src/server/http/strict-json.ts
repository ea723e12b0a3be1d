import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Reads JSON strictly: an empty body is none, bytes that are not UTF-8 are refused rather than replaced. What it gives
 * throws `validation_failed`.
 */
export const strictJson = (app: FastifyInstance): ((body: Buffer) => unknown) => {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  return body => {
    if (body.length === 0) return undefined
    let value: unknown
    try {
      parseJson({} as FastifyRequest, utf8.decode(body), (error, parsed) => {
        if (error) throw error
        value = parsed
      })
    } catch {
      throw new AppError('validation_failed')
    }
    return value
  }
}
