import { describe, expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aLeadForm, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { storeToken } from '../token.ts'
import { ApiError } from './api-error.ts'
import type { EarlyRequest } from './early-request.ts'
import { call, callForBlob, onSessionExpired } from './http.ts'
import { shouldRetry } from './query-client.ts'

const server = await testApp()
const signedIn = async () => {
  const { token } = await aUser(server)
  storeToken(token)
  return token
}
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a call', () => {
  it('builds the path, omits empty filters and sends the body', async () => {
    await signedIn()
    const lead = await call(leadsApi.create, { body: aLeadForm({ nome: 'Ação & Cia' }) })
    expect(await call(leadsApi.find, { params: { id: lead._id } })).toEqual(lead)
    const page = await call(leadsApi.list, { query: { search: 'acao &', status: '' } })
    expect(page.leads.map(({ _id }) => _id)).toEqual([lead._id])
    expect(await call(leadsApi.remove, { params: { id: lead._id } })).toBeUndefined()
  })

  it('with a stale version carries the current lead', async () => {
    const token = await signedIn()
    const { _id, version } = await aLead(server, token)
    const write = { params: { id: _id }, body: { status: 'ganho' as const }, ifMatch: version }
    await call(leadsApi.update, write)
    const error = await failureOf(call(leadsApi.update, write))
    expect(error).toMatchObject({ code: 'stale_lead', status: 412, lead: { _id, status: 'ganho' } })
  })

  it('that is rejected names the invalid fields', async () => {
    await signedIn()
    const error = await failureOf(call(leadsApi.create, { body: aLeadForm({ email: 'joao' }) }))
    expect(error).toMatchObject({ code: 'validation_failed', status: 400, fields: { email: 'E-mail inválido' } })
  })

  it('takes the early response once, and only for its token', async () => {
    const token = await signedIn()
    // Test files share a window, which may be too old for an early response.
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const fetched = vi.spyOn(globalThis, 'fetch')
    const url = `/api${authApi.verifyToken.path}`
    const prepare = async (of: string) => {
      const response = Promise.resolve(Response.json((await server.call(authApi.verifyToken, { token: of })).data))
      const early: EarlyRequest = { token: of, response, controller: new AbortController() }
      window.earlyRequests = { [url]: early }
    }
    await prepare(token)
    const early = await call(authApi.verifyToken)
    expect(fetched).not.toHaveBeenCalled()
    expect(await call(authApi.verifyToken)).toEqual(early)
    expect(fetched).toHaveBeenCalledOnce()

    const { token: other } = await aUser(server)
    await prepare(other)
    expect(await call(authApi.verifyToken)).toEqual(early)
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('that is aborted rejects with the abort, not with a network failure', async () => {
    const controller = new AbortController()
    controller.abort()
    const error = await failureOf(call(authApi.me, { signal: controller.signal }))
    expect(error).not.toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ name: 'AbortError' })
  })

  /** Simulates a server that never responds; fetch still ends with its signal. */
  const hang = () =>
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        }),
    )

  it.each([
    ['a read', () => call(authApi.me), 20_000],
    ['a write', () => call(leadsApi.create, { body: aLeadForm() }), 20_000],
    ['a request that calls Stripe', () => call(billingApi.cancel), 30_000],
  ])('without a response, %s, fails as a network error and is not retried', async (_, ask, ms) => {
    vi.useFakeTimers()
    hang()
    let error: unknown
    const asked = failureOf(ask()).then(failure => {
      error = failure
    })
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await asked
    vi.useRealTimers()
    expect(error).toMatchObject({ code: 'network', status: 0, isTimeout: true })
    expect(shouldRetry(0, error)).toBe(false)
  })

  it('with a response outside of the contract fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json({ user: { nome: 'Ana' } }))
    const error = await failureOf(call(authApi.me))
    expect(error).toMatchObject({ code: 'internal_error', status: 200 })
  })

  it('with an HTML response fails', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('<h1>Entre na rede do hotel</h1>'))
    expect(await failureOf(call(authApi.me))).toMatchObject({ code: 'network', status: 200 })
  })

  it('for a file returns its bytes', async () => {
    const token = await signedIn()
    const lead = await aLead(server, token)
    const file = await callForBlob(leadsApi.export, { query: { format: 'json' } })
    expect(await file.text()).toContain(lead._id)
  })
})

it('reports the token that the server rejected', async () => {
  storeToken('expired')
  const told: (string | null)[] = []
  const stop = onSessionExpired(token => told.push(token))
  await failureOf(call(authApi.me))
  stop()
  await failureOf(call(authApi.me))
  expect(told).toEqual(['expired'])
})
