import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { type Endpoint, endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { policyOf } from '#contract/policies.ts'
import { testApp } from '../../testing/test-app.ts'

/** Routes of every Fastify instance, as "GET /api/leads/:id". Fastify publishes each new instance on this channel. */
const routesOf = new Map<FastifyInstance, string[]>()
const onServer = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const routes: string[] = []
  routesOf.set(fastify, routes)
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url}`)
  })
}
subscribe('fastify.initialization', onServer)
const { app, call, services } = await testApp()
unsubscribe('fastify.initialization', onServer)
const routes = routesOf.get(app) ?? []

const endpoints = Object.values(api).flatMap(group => Object.values<Endpoint>(group))

interface Operation {
  operationId: string
  summary: string
  security?: unknown[]
  'x-action'?: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}
interface OpenApi {
  openapi: string
  info: { title: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

const docs = endpoint({ method: 'GET', path: '/docs/json', access: 'public', summary: 'The document', status: 200 })
const page = endpoint({ method: 'GET', path: '/docs', access: 'public', summary: 'The document, shown', status: 200 })
const document = (await call(docs)).raw.json<OpenApi>()
const operation = ({ method, path }: Endpoint): Operation => {
  const found = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!found) throw new Error(`${method} ${path} is not in the document`)
  return found
}

describe('server routes', () => {
  const own = routes.filter(route => !route.startsWith('HEAD ') && !route.includes(' /api/docs'))

  /** Pages of forms, and what browsers ask before they send one from another site. */
  const besides = ['GET /f/:key', 'GET /f/:key/qr.svg', 'OPTIONS /api/capture/:key', 'POST /f/:key']

  it('are exactly the endpoints of the contract and the pages of forms', () => {
    const inContract = endpoints.map(({ method, path }) => `${method} /api${path}`)
    expect(own.toSorted()).toEqual([...inContract, ...besides].toSorted())
  })

  it('include the read-only pages of the API document', () => {
    const others = routes.filter(route => route.includes(' /api/docs'))
    expect(others.length).toBeGreaterThan(0)
    for (const route of others) expect(route).toMatch(/^(GET|HEAD) /)
  })
})

describe('API document', () => {
  it("is OpenAPI 3.1 with the operator's brand and URL", () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info.title).toBe('Fechou')
    expect(document.servers).toEqual([{ url: `${services.settings.publicUrl}/api` }])
  })

  it('is valid OpenAPI', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  it('explains authentication, pages, changes, limits and every error, with examples', () => {
    const { description } = document.info
    for (const title of ['Start here', 'Authentication and scopes', 'Pages', 'Changes only', 'Limits', 'Errors'])
      expect(description).toContain(`## ${title}\n`)
    for (const code of Object.keys(errors)) expect(description).toContain(`\`${code}\``)
    expect(description).toContain(`curl ${services.settings.publicUrl}/api/leads`)
  })

  it('lists exactly the endpoints of the contract', () => {
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(listed.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted())
  })

  it.each(endpoints)('describes parameters, responses and errors of $method $path', spec => {
    const documented = operation(spec)
    expect(documented.summary).toBe(spec.summary)
    const scope = spec.access === 'public' ? undefined : policyOf(spec.access).scope
    const isOfKeys = [{ key: [] }, { session: [] }]
    expect(documented.security).toEqual(spec.access === 'public' ? [] : scope && isOfKeys)
    expect(Boolean(documented.requestBody)).toBe(Boolean(spec.body))
    expect(documented.parameters.filter(parameter => parameter.in === 'path').map(({ name }) => `:${name}`)).toEqual(
      spec.path.match(/:\w+/g) ?? [],
    )
    expect(documented.parameters.some(parameter => parameter.in === 'query')).toBe(Boolean(spec.query))
    const success = documented.responses[spec.status]
    expect(success?.content === undefined).toBe(spec.status === 204)
    expect(documented.responses).toHaveProperty('default')
    if (spec.access !== 'public') expect(documented.responses).toHaveProperty('401')
    if (spec.access === 'public') return
    expect(documented['x-action']).toBe(spec.access)
    expect(documented.responses[402] !== undefined).toBe(Boolean(policyOf(spec.access).needsSubscription || scope))
  })

  it('has a unique operation ID per endpoint', () => {
    const ids = endpoints.map(spec => operation(spec).operationId)
    expect(new Set(ids).size).toBe(endpoints.length)
  })

  it('names the fields of a new lead and of a filter', () => {
    const body = operation(api.leads.create).requestBody?.content['application/json']?.schema.properties
    expect(Object.keys(body ?? {})).toEqual(expect.arrayContaining(['nome', 'valorServico', 'dataFechamento', '_id']))
    const filters = operation(api.leads.list).parameters.map(({ name }) => name)
    expect(filters).toEqual(
      expect.arrayContaining(['search', 'status', 'stage', 'cursor', 'sort', 'dataFechamentoFim']),
    )
  })

  it('has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(match => match[1] ?? '')
    expect(references.length).toBeGreaterThan(0)
    for (const reference of references) {
      const target = reference
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document)
      expect(target, reference).toBeDefined()
    }
  })

  it('is served as a page', async () => {
    const { status, raw } = await call(page)
    expect(status).toBe(200)
    expect(raw.headers['content-type']).toContain('text/html')
    expect(raw.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe|https:|upgrade-insecure-requests/)
    expect(raw.body).not.toMatch(/<script>|<style>|https?:/)
    const scripts = [...raw.body.matchAll(/<script src="([^"]+)"/g)].map(match => match[1] ?? '')
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) {
      const { pathname } = new URL(script, `${services.settings.publicUrl}/api${page.path}`)
      expect((await app.inject(pathname)).statusCode, pathname).toBe(200)
    }
  })
})
