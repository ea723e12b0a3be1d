/** Who or what writes: goes from `access` through the flow into the transaction, where rows and triggers sign with it. */
export interface Actor {
  kind: 'user' | 'key' | 'form' | 'import' | 'system'
  /** Of a user the member's id, of the others that of the key, form or import; the system has none. */
  id: string | null
}

export const systemActor: Actor = { kind: 'system', id: null }
