import { request } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { liveApi } from '#contract/live/live.ts'

/** Without live updates, a test shows what a page does that has not heard of a change. */
export const liveUpdates = { areOn: false }

/** Creates a browser `fetch` that calls the real app in process. */
export const createAppFetch =
  (app: FastifyInstance): typeof fetch =>
  async (input, { method = 'GET', headers, body, signal } = {}) => {
    signal?.throwIfAborted()
    const isStream = String(input).startsWith(`/api${liveApi.stream.path}`)
    if (isStream && !liveUpdates.areOn) return new Promise(() => {})
    const payload = body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : body
    const reply = await app.inject({
      method: method as 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof payload === 'string' || Buffer.isBuffer(payload) ? { payload } : {}),
      payloadAsStream: isStream,
    })
    if (isStream) signal?.addEventListener('abort', () => reply.stream().destroy())
    signal?.throwIfAborted()
    // The Response of happy-dom reads its body to the end.
    if (isStream)
      return {
        ok: reply.statusCode === 200,
        status: reply.statusCode,
        body: Readable.toWeb(reply.stream()),
      } as Response
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
