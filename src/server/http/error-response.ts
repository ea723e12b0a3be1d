import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, errors } from '#contract/errors.ts'
import { isDatabaseAway, isStorageFull } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { logSecurity } from './request-log.ts'

const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
}

/** The one place where something thrown becomes what the caller is told. */
const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (isStorageFull(error)) return new AppError('storage_full')
  if (isDatabaseAway(error)) return new AppError('unavailable')
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : byFastifyCode[code]
  if (known) return new AppError(known)
  // What Fastify itself refuses about a request (malformed JSON, a bad length, a bad address) is the caller's mistake.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError('validation_failed')
  return new AppError('internal_error')
}

const respond = (error: AppError, request: FastifyRequest, reply: FastifyReply) => {
  const { status, message } = errors[error.code]
  const body: ErrorBody = { code: error.code, message, requestId: request.id }
  if (error.fields) body.fields = error.fields
  if (error.lead) body.lead = error.lead
  // Set again here for what is refused before any hook has run.
  reply.header('x-request-id', request.id).header('cache-control', 'no-store')
  const retryAfter = error.retryAfterSeconds ?? (status === 503 ? 2 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply.code(status).send(body)
}

/** Answers whatever was thrown; what is not the caller's doing is logged whole. */
export const respondError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const told = toAppError(error)
  if (told.code === 'internal_error') request.log.error(error)
  else if (told.code === 'unavailable' || told.code === 'storage_full') request.log.warn(error)
  else if (told.code === 'payments_unavailable')
    request.log.warn({ failure: told.cause }, 'the payment provider failed')
  else if (told.code === 'payments_refused')
    request.log.error({ failure: told.cause }, 'the payment provider refuses what is asked of it')
  else if (told.code === 'too_many_requests') logSecurity(request, 'limit_exceeded')
  else if (told.code === 'forbidden') logSecurity(request, 'access_refused')
  return respond(told, request, reply)
}

export const respondNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  respond(new AppError('not_found'), request, reply)
