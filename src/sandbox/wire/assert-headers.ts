import Stripe from 'stripe'
import { invalidRequest, unauthorized } from './api-error.ts'

type Headers = Record<string, string | string[] | undefined>

/** Rejects live keys and every API version but the SDK's. */
export const assertHeaders = (headers: Headers): void => {
  const authorization = String(headers.authorization ?? '')
  if (authorization === '')
    throw unauthorized('You did not provide an API key. You need to provide your API key in the Authorization header.')
  if (!/^Bearer sk_test_\w+$/.test(authorization))
    throw unauthorized('Invalid API Key provided: the sandbox takes sk_test_ keys only.')
  const type = headers['content-type']
  if (type !== undefined && !String(type).startsWith('application/x-www-form-urlencoded'))
    throw invalidRequest('Invalid request: the API takes application/x-www-form-urlencoded bodies.')
  const version = headers['stripe-version']
  if (version !== Stripe.API_VERSION)
    throw invalidRequest(
      `Invalid Stripe API version: ${String(version)}. The payments sandbox speaks ${Stripe.API_VERSION} only.`,
    )
}
