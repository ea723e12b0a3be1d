import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

interface ApiErrorInit {
  code: ErrorCode | 'network'
  /** 0 without a response. */
  status: number
  message: string
  fields?: Record<string, string> | undefined
  requestId?: string | undefined
  lead?: unknown
  current?: unknown
  isTimeout?: boolean
}

/** A failed call, with a message for the user. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'network'
  readonly status: number
  readonly fields: Record<string, string>
  readonly requestId: string | undefined
  /** The current lead; set only for `stale_lead`. */
  readonly lead: unknown
  /** What is stored; set only for `stale_setting`. */
  readonly current: unknown
  /** The request timed out. The user decides about a retry, because another attempt may take as long. */
  readonly isTimeout: boolean

  constructor(
    { code, status, message, fields, requestId, lead, current, isTimeout = false }: ApiErrorInit,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.fields = fields ?? {}
    this.requestId = requestId
    this.lead = lead
    this.current = current
    this.isTimeout = isTimeout
  }
}

const connectionText = 'Sem conexão com o servidor. Verifique a internet e tente novamente.'
const timeoutText = 'O servidor não respondeu a tempo. Verifique a internet e tente novamente.'
const unexpectedText = 'O servidor deu uma resposta inesperada. Tente novamente em instantes.'
const blockedText = 'A rede não deixou o pedido chegar ao servidor. Tente novamente em instantes.'

export const networkError = (cause: unknown): ApiError =>
  new ApiError({ code: 'network', status: 0, message: connectionText }, { cause })

export const timeoutError = (cause: unknown): ApiError =>
  new ApiError({ code: 'network', status: 0, message: timeoutText, isTimeout: true }, { cause })

/** The server's response breaks the contract. */
export const unexpectedResponse = (status: number, cause?: unknown): ApiError =>
  new ApiError({ code: 'internal_error', status, message: unexpectedText }, { cause })

/** The response is not from the server: a proxy's error page, a Wi-Fi login page or a broken body. */
export const unreadableResponse = (status: number, cause?: unknown): ApiError =>
  status >= 500
    ? unexpectedResponse(status, cause)
    : new ApiError({ code: 'network', status, message: blockedText }, { cause })

export const toApiError = (status: number, body: unknown): ApiError =>
  isErrorBody(body) ? new ApiError({ ...body, status }) : unreadableResponse(status)

/** Checks the shape only, so that messages with codes of a newer server still show. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false
  const { code, message, requestId } = body as Partial<ErrorBody>
  return [code, message, requestId].every(part => typeof part === 'string')
}

/** Returns whether the row is gone, such as one that others deleted meanwhile. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found'

export const tryAgainText = 'Tente novamente em instantes.'

/** Returns the message of an `ApiError`, or the fallback for a bug. */
export const errorMessage = (error: unknown, fallback = tryAgainText): string =>
  error instanceof ApiError ? error.message : fallback
