import { Ajv } from 'ajv'
import type { Sdk } from './sdk.ts'
import type { Schema } from './type-schema.ts'

export interface ConformanceChecker {
  /** Validates the parameters that the SDK sent. */
  request: (route: string, params: unknown) => string[]
  /** Validates the body of a response with status 200. */
  response: (route: string, body: unknown) => string[]
  event: (event: { type: string }) => string[]
}

/** Compares values with the SDK's types. Each method returns a line per difference. */
export const createConformanceChecker = (sdk: Sdk): ConformanceChecker => {
  const ajv = new Ajv({ strict: false, validateSchema: false, inlineRefs: false })
  // One schema for all roots, so that Ajv compiles each definition once.
  const roots: Record<string, Schema> = {}
  for (const [route, { params, response }] of sdk.calls) {
    roots[`${route} response`] = response
    if (params) roots[`${route} params`] = params
  }
  for (const [type, schema] of sdk.events) roots[type] = schema
  const names = Object.keys(roots)
  const numbered = Object.fromEntries(names.map((name, index) => [`root${index}`, roots[name] ?? {}]))
  ajv.addSchema({ $id: 'sdk', definitions: { ...sdk.definitions, ...numbered } })

  const differences = (name: string, value: unknown): string[] => {
    const validate = ajv.getSchema(`sdk#/definitions/root${names.indexOf(name)}`)
    if (!validate || validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }

  return {
    request: (route, params) => differences(`${route} params`, params ?? {}),
    response: (route, body) =>
      sdk.calls.has(route) ? differences(`${route} response`, body) : [`${route} is no call of the SDK`],
    event: event =>
      sdk.events.has(event.type) ? differences(event.type, event) : [`${event.type} is no event of the SDK`],
  }
}
