/** Author of a write. Flows pass it from the request to the transaction, which records it in rows and for triggers. */
export interface Actor {
  kind: 'user' | 'key' | 'form' | 'import' | 'system'
  /** Id of the member, key, form or import; `null` for the system. */
  id: string | null
}

export const systemActor: Actor = { kind: 'system', id: null }
