import type { ConnectionTarget } from '../db/client.ts'
import type { SandboxLink } from '../start-payments.ts'

/** What the primary process has started once for all workers. */
export interface SharedServices {
  database: ConnectionTarget
  sandbox: SandboxLink | undefined
  outboxKey: string | undefined
  isStorageFull: boolean
}

export type MessageToWorker =
  | { kind: 'start'; shared: SharedServices }
  /** The product is set up: jobs and mails may run. */
  | { kind: 'run'; webhookSecret: string | undefined }
  | { kind: 'storage'; isFull: boolean }

export type MessageToPrimary = { kind: 'loaded' } | { kind: 'listening'; url: string }
