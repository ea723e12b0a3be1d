import type { MessageToPrimary, MessageToWorker, SharedServices } from './messages.ts'

export interface WorkerLink {
  /** Updated while the process runs. */
  shared: SharedServices
  /** Reports that this worker listens. Resolves when jobs and mails may run. */
  listening: (url: string) => Promise<void>
}

const send = (message: MessageToPrimary): void => void process.send?.(message)

/** Connects a worker to its primary process. A worker ends by itself when the primary process ends. */
export const connectToPrimary = async (): Promise<WorkerLink> => {
  let shared: SharedServices | undefined
  const runs = Promise.withResolvers<void>()
  const started = Promise.withResolvers<SharedServices>()
  process.on('message', (message: MessageToWorker) => {
    if (message.kind === 'start') {
      shared = message.shared
      started.resolve(shared)
    }
    if (!shared) return
    if (message.kind === 'storage') shared.isStorageFull = message.isFull
    if (message.kind === 'run') {
      if (shared.sandbox) shared.sandbox.webhookSecret = message.webhookSecret
      runs.resolve()
    }
  })
  send({ kind: 'loaded' })
  return {
    shared: await started.promise,
    listening: url => {
      send({ kind: 'listening', url })
      return runs.promise
    },
  }
}
