import type Stripe from 'stripe'

type Type = Stripe.errors.StripeError['rawType'] | 'invalid_request_error' | 'card_error' | 'api_error'

export interface ErrorDetails {
  type: Type
  message: string
  code?: string
  decline_code?: string
  param?: string
}

/** An error response in Stripe's format. The SDK chooses its error class by the status. */
export class ApiError extends Error {
  readonly status: number
  readonly details: ErrorDetails
  constructor(status: number, details: ErrorDetails) {
    super(details.message)
    this.status = status
    this.details = details
  }
}

const invalid = (status: number, message: string, code?: string, param?: string) =>
  new ApiError(status, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  })

export const unknownParameter = (param: string) =>
  invalid(400, `Received unknown parameter: ${param}`, 'parameter_unknown', param)

export const missingParameter = (param: string) =>
  invalid(400, `Missing required param: ${param}.`, 'parameter_missing', param)

export const invalidParameter = (param: string, message: string, code?: string) => invalid(400, message, code, param)

export const invalidRequest = (message: string, code?: string) => invalid(400, message, code)

export const resourceMissing = (noun: string, id: string, param = 'id') =>
  invalid(404, `No such ${noun}: '${id}'`, 'resource_missing', param)

export const unknownUrl = (method: string, path: string) =>
  invalid(
    404,
    `Unrecognized request URL (${method}: ${path}). The payments sandbox supports only the calls of the product.`,
  )

export const unauthorized = (message: string) => invalid(401, message)

export const cardDeclined = (code: string, declineCode: string | undefined, message: string) =>
  new ApiError(402, {
    type: 'card_error',
    code,
    message,
    ...(declineCode === undefined ? {} : { decline_code: declineCode }),
  })
