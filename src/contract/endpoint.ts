import type { Action } from './policies.ts'
import type { z } from './zod.ts'

/** policies.ts defines the permissions of each action; `public` needs no login. */
export type Access = 'public' | Action

/**
 * Sets how many requests of an account run concurrently. `search` may scan all its leads, `export` reads all, `restore`
 * reads megabytes and writes thousands of leads.
 */
export type Weight = 'search' | 'export' | 'restore'

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, with parameters as `:id`. */
  path: `/${string}`
  access: Access
  /** One line for the API document. */
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Maximum body size in bytes. Default: 64 KiB. */
  bodyLimit?: number
  /** The body is a piece of a file (`application/octet-stream`), which the handler receives as `request.body`. */
  bytes?: true
  /** Absent for calls that touch a few rows. It may depend on the query, which is not validated yet. */
  weight?: Weight | ((query: Readonly<Record<string, unknown>>) => Weight | undefined)
  /** The call waits for Stripe and gets the longer handler timeout. */
  callsPaymentProvider?: true
  /** The response stays open for events, so it does not count against the account's concurrent requests. */
  stream?: true
  /** The handler receives the raw bytes, for verifying a signature. */
  rawBody?: true
  status: 200 | 201 | 204
  /** Absent for status 204 and for files. */
  response?: z.ZodMiniType
  /** Media type of a streamed file response. Absent for JSON. */
  fileMediaType?: string
}

type OutputOf<E, Part extends keyof Endpoint> = E extends { [K in Part]: infer S }
  ? S extends z.ZodMiniType
    ? z.output<S>
    : undefined
  : undefined
type InputOf<E, Part extends keyof Endpoint> = E extends { [K in Part]: infer S }
  ? S extends z.ZodMiniType
    ? z.input<S>
    : undefined
  : undefined

export interface ParsedRequest<E extends Endpoint> {
  params: OutputOf<E, 'params'>
  query: OutputOf<E, 'query'>
  body: OutputOf<E, 'body'>
}

/** Omits the parts that the endpoint does not have. */
export type RequestInput<E extends Endpoint> = {
  [P in 'params' | 'query' | 'body' as E extends { [K in P]: z.ZodMiniType } ? P : never]: InputOf<E, P>
}

export type ResponseOf<E extends Endpoint> = OutputOf<E, 'response'>

export const endpoint = <const E extends Endpoint>(spec: E): E => spec

/** `/leads/:id` and `{ id }` → `/leads/0192…`. */
export const buildPath = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
