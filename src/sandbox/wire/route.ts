import type { Account } from '../account/account.ts'
import type { Field } from './fields.ts'

export interface PreparedCall {
  run: () => object
  expand: string[] | undefined
}

/** The ids of a path, such as `/v1/customers/:id/tax_ids/:child`. */
export interface Ids {
  id: string
  child: string
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** In Fastify's syntax, e.g. `/v1/prices/:id`. */
  path: string
  /** Parses the parameters, so that a malformed request is rejected before it runs. */
  prepare: (account: Account, ids: Ids, form: unknown) => PreparedCall
}

interface Definition<P> {
  params: Field<P>
  run: (account: Account, request: Ids & { params: P }) => object
}

export const route = <P extends { expand?: string[] }>(
  method: Route['method'],
  path: string,
  { params, run }: Definition<P>,
): Route => ({
  method,
  path,
  prepare: (account, ids, form) => {
    const parsed = params.parse(form, '')
    return { run: () => run(account, { ...ids, params: parsed }), expand: parsed.expand }
  },
})
