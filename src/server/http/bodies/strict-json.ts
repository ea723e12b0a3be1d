import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { isTooDeep } from './json-depth.ts'

/**
 * Returns a strict parser: `undefined` for an empty body, no replacement of invalid UTF-8, no deep nesting. The parser
 * throws `validation_failed`.
 */
export const strictJson = (app: FastifyInstance): ((body: Buffer) => unknown) => {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  return body => {
    if (body.length === 0) return undefined
    if (isTooDeep(body)) throw new AppError('validation_failed')
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
