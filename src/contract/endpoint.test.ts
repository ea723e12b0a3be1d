import { describe, expect, it } from 'vitest'
import { api } from './api.ts'
import { buildPath, type Endpoint } from './endpoint.ts'

const endpoints = Object.values(api).flatMap(group => Object.values<Endpoint>(group))

describe('buildPath', () => {
  it('inserts the parameters', () => {
    expect(buildPath('/leads/:id', { id: '42' })).toBe('/leads/42')
    expect(buildPath('/leads')).toBe('/leads')
  })

  it.each(['../admin', 'a/b', '?x=1', '#', '%2e'])('escapes the parameter %j', id => {
    const filled = new URL(buildPath('/leads/:id', { id }), 'http://fechou.test')
    expect(filled.pathname.split('/')).toHaveLength(3)
    expect(filled.search + filled.hash).toBe('')
  })
})

describe('contract', () => {
  it('has no two endpoints with the same method and path', () => {
    const addresses = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each(endpoints)('$method $path has a response unless its status is 204', ({ status, response, fileMediaType }) => {
    expect(Boolean(response) || Boolean(fileMediaType)).toBe(status !== 204)
  })

  it.each(endpoints)('$method $path has a body only if its method allows one', ({ method, body, bytes }) => {
    if (method === 'GET') expect(body).toBeUndefined()
    if (method === 'PUT' || method === 'PATCH') expect(body !== undefined || bytes === true).toBe(true)
  })
})
