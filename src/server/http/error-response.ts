import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, errors } from '#contract/errors.ts'
import { checkViolation, isDatabaseUnavailable, isSchemaMismatch, isStorageFull } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { logSecurityEvent } from './log/request-log.ts'

const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
}

/** Checks of the database that a request can violate. */
const byCheck: Record<string, ErrorCode> = { person_erased: 'person_erased', lead_anonymized: 'lead_anonymized' }

/** Converts any thrown value into the error that the client receives. */
const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (isStorageFull(error)) return new AppError('storage_full')
  if (isSchemaMismatch(error)) return new AppError('being_updated')
  if (isDatabaseUnavailable(error)) return new AppError('unavailable')
  const violated = byCheck[checkViolation(error) ?? '']
  if (violated) return new AppError(violated)
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : byFastifyCode[code]
  if (known) return new AppError(known)
  // Fastify's 4xx errors (malformed JSON, bad length, bad URL) are client errors.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError('validation_failed')
  return new AppError('internal_error')
}

const formatWait = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.ceil(seconds / 3600)
  if (seconds < 60) return 'em instantes'
  if (minutes < 60) return minutes === 1 ? 'em 1 minuto' : `em ${minutes} minutos`
  return hours === 1 ? 'em 1 hora' : `em ${hours} horas`
}

/** Returns the message for the user. */
export const messageOf = ({ code, message, retryAfterSeconds }: AppError): string =>
  code === 'too_many_requests' && retryAfterSeconds !== undefined
    ? `Muitas tentativas. Tente novamente ${formatWait(retryAfterSeconds)}.`
    : message

const sendErrorBody = (error: AppError, request: FastifyRequest, reply: FastifyReply) => {
  const { status } = errors[error.code]
  const body: ErrorBody = { code: error.code, message: messageOf(error), requestId: request.id }
  if (error.fields) body.fields = error.fields
  if (error.lead) body.lead = error.lead
  if (error.current) body.current = error.current
  if (error.required) Object.assign(body, error.required)
  // Set here as well, since early errors skip the hooks.
  reply.header('x-request-id', request.id).header('cache-control', 'no-store')
  const retryAfter = error.retryAfterSeconds ?? (status === 503 ? 2 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply.code(status).send(body)
}

/** Sends the API error, or the page that `sendPage` makes of it. Logs server errors in full. */
export const sendError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  sendPage?: (error: AppError) => FastifyReply,
) => {
  const appError = toAppError(error)
  if (appError.code === 'internal_error' || appError.code === 'being_updated') request.log.error(error)
  else if (appError.code === 'unavailable' || appError.code === 'storage_full') request.log.warn(error)
  else if (appError.code === 'payments_unavailable')
    request.log.warn({ failure: appError.cause }, 'stripe request failed')
  else if (appError.code === 'payments_refused')
    request.log.error({ failure: appError.cause }, 'stripe rejected the request')
  else if (appError.code === 'too_many_requests') logSecurityEvent(request, 'limit_exceeded')
  else if (appError.code === 'forbidden' || appError.code === 'key_not_allowed')
    logSecurityEvent(request, 'access_denied')
  reply.code(errors[appError.code].status)
  if (sendPage) return sendPage(appError)
  return sendErrorBody(appError, request, reply)
}

export const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  sendErrorBody(new AppError('not_found'), request, reply)
