import { Ajv } from 'ajv'
import type { Sdk } from './sdk.ts'
import type { Schema } from './type-schema.ts'

export interface ConformanceChecker {
  /** What the SDK sent. */
  request: (route: string, params: unknown) => string[]
  /** What was answered with status 200. */
  response: (route: string, body: unknown) => string[]
  event: (event: { type: string }) => string[]
}

/** Compares values with the SDK's own types; answers what differs, in words. */
export const createConformanceChecker = (sdk: Sdk): ConformanceChecker => {
  const ajv = new Ajv({ strict: false, validateSchema: false, inlineRefs: false })
  // One root for all: a definition is then compiled once, however many calls lead to it.
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
