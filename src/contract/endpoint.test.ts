import { describe, expect, it } from 'vitest'
import { api } from './api.ts'
import { buildPath, type Endpoint } from './endpoint.ts'

const endpoints = Object.values(api).flatMap(group => Object.values<Endpoint>(group))

describe('a path', () => {
  it('is filled with its parameters', () => {
    expect(buildPath('/leads/:id', { id: '42' })).toBe('/leads/42')
    expect(buildPath('/leads')).toBe('/leads')
  })

  it.each(['../admin', 'a/b', '?x=1', '#', '%2e'])('cannot be left by the parameter %j', id => {
    const filled = new URL(buildPath('/leads/:id', { id }), 'http://fechou.test')
    expect(filled.pathname.split('/')).toHaveLength(3)
    expect(filled.search + filled.hash).toBe('')
  })
})

describe('the contract', () => {
  it('has no two endpoints of the same method and path', () => {
    const addresses = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each(endpoints)(
    '$method $path answers something unless its status is 204',
    ({ status, response, fileMediaType }) => {
      expect(Boolean(response) || Boolean(fileMediaType)).toBe(status !== 204)
    },
  )

  it.each(endpoints)('$method $path reads a body only where it may have one', ({ method, body }) => {
    if (method === 'GET') expect(body).toBeUndefined()
    if (method === 'PUT' || method === 'PATCH') expect(body).toBeDefined()
  })
})
