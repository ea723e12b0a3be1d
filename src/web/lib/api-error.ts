import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

interface ApiErrorInit {
  code: ErrorCode | 'network'
  /** 0 when no answer came. */
  status: number
  message: string
  fields?: Record<string, string> | undefined
  requestId?: string | undefined
  lead?: unknown
  isTimeout?: boolean
}

/** Why a call failed, in words for the person who made it. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'network'
  readonly status: number
  readonly fields: Record<string, string>
  readonly requestId: string | undefined
  /** Only with `stale_lead`: the lead as it is now. */
  readonly lead: unknown
  /** Nothing came in the time that an answer may take: who waited so long is asked before it is tried again. */
  readonly isTimeout: boolean

  constructor(
    { code, status, message, fields, requestId, lead, isTimeout = false }: ApiErrorInit,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.fields = fields ?? {}
    this.requestId = requestId
    this.lead = lead
    this.isTimeout = isTimeout
  }
}

// The login screen picks its banner by these words: 'Network Error' and 'Internal Server Error'.
const connectionText = 'Sem conexão com o servidor (Network Error). Verifique a internet e tente de novo.'
const timeoutText = 'O servidor não respondeu a tempo (Network Error). Verifique a internet e tente de novo.'
const unexpectedText = 'O servidor deu uma resposta inesperada (Internal Server Error). Tente de novo em instantes.'
const blockedText = 'A rede não deixou o pedido chegar ao servidor (Network Error). Tente de novo em instantes.'

export const networkError = (cause: unknown): ApiError =>
  new ApiError({ code: 'network', status: 0, message: connectionText }, { cause })

export const timeoutError = (cause: unknown): ApiError =>
  new ApiError({ code: 'network', status: 0, message: timeoutText, isTimeout: true }, { cause })

/** Our own server said something that it should not. */
export const unexpectedResponse = (status: number, cause?: unknown): ApiError =>
  new ApiError({ code: 'internal_error', status, message: unexpectedText }, { cause })

/** An answer that is not ours: a proxy's error page, the sign-in page of a hotel's Wi-Fi, a broken body. */
export const unreadableResponse = (status: number, cause?: unknown): ApiError =>
  status >= 500
    ? unexpectedResponse(status, cause)
    : new ApiError({ code: 'network', status, message: blockedText }, { cause })

export const toApiError = (status: number, body: unknown): ApiError =>
  isErrorBody(body) ? new ApiError({ ...body, status }) : unreadableResponse(status)

/** By its form: the sentence of a newer server is worth reading too, whatever its code. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false
  const { code, message, requestId } = body as Partial<ErrorBody>
  return [code, message, requestId].every(part => typeof part === 'string')
}

/** The sentence of an ApiError; for anything else, a bug, the given one. */
export const errorMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError ? error.message : fallback
