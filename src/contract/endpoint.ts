import type { Action } from './policies.ts'
import type { z } from './zod.ts'

/** Who may call: anybody, or who may do the action by the table in policies.ts. */
export type Access = 'public' | Action

/**
 * What a call takes out of the server, which decides how many of an account's run at a time: `search` may look at all its
 * leads, `export` reads them all, `restore` reads a body of megabytes and writes thousands.
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
  /** Largest body in bytes; 64 KiB when absent. */
  bodyLimit?: number
  /** Absent where a call touches a row or two. */
  weight?: Weight
  /** It waits for the payment provider, and may take longer than what does not. */
  callsPaymentProvider?: true
  /** The body is handed over as the bytes that came, for a signature over them. */
  rawBody?: true
  status: 200 | 201 | 204
  /** Absent with status 204 and for files. */
  response?: z.ZodMiniType
  /** Media type when the answer is a file that is streamed instead of JSON. */
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

/** What the server reads of a request, after validation. */
export interface ParsedRequest<E extends Endpoint> {
  params: OutputOf<E, 'params'>
  query: OutputOf<E, 'query'>
  body: OutputOf<E, 'body'>
}

/** What a caller writes into a request; parts that the endpoint does not have are left out. */
export type RequestInput<E extends Endpoint> = {
  [P in 'params' | 'query' | 'body' as E extends { [K in P]: z.ZodMiniType } ? P : never]: InputOf<E, P>
}

export type ResponseOf<E extends Endpoint> = OutputOf<E, 'response'>

export const endpoint = <const E extends Endpoint>(spec: E): E => spec

/** `/leads/:id` and `{ id }` → `/leads/0192…`. */
export const buildPath = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
