import { api } from '#contract/api.ts'
import { planIds } from '#contract/billing/subscription.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { type Action, policyOf } from '#contract/policies.ts'
import { teamRoles } from '#contract/team/roles.ts'
import { z } from '#contract/zod.ts'
import { apiGuide } from './api-guide.ts'

interface JsonSchema {
  properties?: Record<string, object>
  required?: string[]
}

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return jsonSchema as JsonSchema
}

const parametersOf = (schema: z.ZodMiniType | undefined, place: 'path' | 'query') => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, parameter]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: parameter,
  }))
}

const accessErrors = (action: Action): ErrorCode[] => {
  const { roles, needsSubscription, needsSeat, scope } = policyOf(action)
  const isForAll = teamRoles.every(role => roles.includes(role))
  return [
    'session_expired',
    ...(needsSubscription ? (['subscription_required'] as const) : []),
    ...(needsSeat ? (['seat_required'] as const) : []),
    ...(isForAll ? [] : (['forbidden'] as const)),
    ...(scope ? (['invalid_key', 'plan_required', 'too_many_requests'] as const) : []),
    'key_not_allowed',
  ]
}

const errorCodes = ({ access, ...endpoint }: Endpoint): ErrorCode[] => [
  ...(endpoint.params || endpoint.query || endpoint.body ? (['validation_failed'] as const) : []),
  ...(access === 'public' ? [] : accessErrors(access)),
  ...(endpoint.callsPaymentProvider ? (['payments_unavailable'] as const) : []),
]

/** One response per status lists all its codes. */
const errorResponses = (endpoint: Endpoint) => {
  const byStatus = Map.groupBy(errorCodes(endpoint), code => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.map(code => `${code}: ${errors[code].message}`).join(' '), content: errorContent },
    ]),
  )
}

const accessOf = (action: Action) => {
  const { scope } = policyOf(action)
  return {
    ...(scope && { description: `Scope of API keys: \`${scope}\`.`, security: [{ key: [] }, { session: [] }] }),
    'x-action': action,
    'x-policy': policyOf(action),
  }
}

const operationOf = (group: string, name: string, endpoint: Endpoint) => {
  const media = endpoint.fileMediaType ?? 'application/json'
  const content = endpoint.response
    ? { [media]: { schema: schemaOf(endpoint.response, 'output') } }
    : { [media]: { schema: { type: 'string', format: 'binary' } } }
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: endpoint.summary,
    ...(endpoint.access === 'public' ? { security: [] } : accessOf(endpoint.access)),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [endpoint.status]: endpoint.status === 204 ? { description: 'Done' } : { description: 'Success', content },
      ...errorResponses(endpoint),
      default: { description: 'Refusal or failure', content: errorContent },
    },
  }
}

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

/** Groups that take keys come first. */
const orderedGroups = () => Object.entries(api).toSorted(([, a], [, b]) => Number(takesKeys(b)) - Number(takesKeys(a)))

const takesKeys = (group: Record<string, Endpoint>): boolean =>
  Object.values(group).some(({ access }) => access !== 'public' && policyOf(access).scope !== undefined)

type Paths = Record<string, Record<string, object>>

const buildPaths = (): Paths => {
  const paths: Paths = {}
  for (const [group, endpoints] of orderedGroups()) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(group, name, endpoint) }
    }
  }
  return paths
}

/** The contract is the same for every app of this process. */
let contractPaths: Paths | undefined

/** Builds the OpenAPI 3.1 document of the contract. */
export const openApi = (brandName: string, publicUrl: string) => {
  contractPaths ??= buildPaths()
  return {
    openapi: '3.1.0' as const,
    info: { title: brandName, version: '1', description: apiGuide(brandName, publicUrl) },
    tags: orderedGroups().map(([name]) => ({ name })),
    servers: [{ url: `${publicUrl}/api` }],
    security: [{ session: [] }],
    paths: contractPaths,
    components: {
      securitySchemes: {
        key: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'fch_…', description: 'API key' },
        session: { type: 'http' as const, scheme: 'bearer', description: 'Token of a login' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message', 'requestId'],
          properties: {
            code: { enum: Object.keys(errors) },
            message: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            requestId: { type: 'string' },
            lead: { type: 'object', description: 'Only with stale_lead' },
            current: { type: 'object', description: 'Only with stale_setting: what is stored' },
            feature: { type: 'string', description: 'Only with plan_required: what the plan does not include' },
            plan: { enum: planIds, description: 'Only with plan_required: the smallest plan that is enough' },
          },
        },
      },
    },
  }
}
