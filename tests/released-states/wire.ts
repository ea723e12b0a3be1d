import type { Product } from '../e2e/support/product.ts'

/** Sends a request to a running build. Takes paths, because the build may be older than the contract. */
export const send = async (
  { url }: Product,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<{ status: number; text: string }> => {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  return { status: response.status, text: await response.text() }
}

/** Like `send`, for requests that must succeed. Returns the parsed body. */
export const ask = async <Answer>(...call: Parameters<typeof send>): Promise<Answer> => {
  const { status, text } = await send(...call)
  const [, method, path] = call
  if (status >= 300) throw new Error(`${method} ${path} returned ${status}: ${text.slice(0, 500)}`)
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}
