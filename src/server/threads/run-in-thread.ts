import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Runs the module at `path` in a worker thread with `workerData`, ends it, and returns the first message that it posts. Throws
 * what the module throws, and the reason of `signal`.
 */
export const runInThread = async <Message>(
  path: string,
  workerData: unknown,
  signal?: AbortSignal,
): Promise<Message> => {
  signal?.throwIfAborted()
  const worker = new Worker(path, { workerData })
  try {
    const [message] = (await once(worker, 'message', { signal })) as [Message]
    return message
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    await worker.terminate()
  }
}
