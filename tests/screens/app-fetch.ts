import { request } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Creates a browser `fetch` that calls the real app in process. */
export const createAppFetch =
  (app: FastifyInstance): typeof fetch =>
  async (input, { method = 'GET', headers, body, signal } = {}) => {
    signal?.throwIfAborted()
    const payload = body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : body
    const reply = await app.inject({
      method: method as 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof payload === 'string' || Buffer.isBuffer(payload) ? { payload } : {}),
    })
    signal?.throwIfAborted()
    const text = reply.statusCode === 204 ? null : reply.rawPayload
    return new Response(text as BodyInit | null, {
      status: reply.statusCode,
      headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)])),
    })
  }

/** Node's own `fetch` for the payments sandbox: these tests replace the global. */
export const networkFetch = ((url: string, { method = 'GET', headers = {}, body }: RequestInit = {}) =>
  new Promise((resolve, reject) => {
    const isForm = body instanceof URLSearchParams
    const sent = request(
      url,
      {
        method,
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
      },
      response => {
        const chunks: Buffer[] = []
        response.on('data', chunk => chunks.push(chunk))
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          const text = () => Promise.resolve(Buffer.concat(chunks).toString())
          const get = (name: string) => headers[name] ?? null
          resolve({ status, ok: status >= 200 && status < 300, headers: { get }, body: null, text })
        })
      },
    )
    sent.on('error', reject).end(body ? String(body) : undefined)
  })) as unknown as typeof fetch
