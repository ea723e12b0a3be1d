/** Sends requests for `floor.ts`, in a process of its own. */
import { Pool } from 'undici'

export interface LoadTask {
  url: string
  path: string
  tokens: string[]
  connections: number
  ms: number
}

export interface LoadResult {
  perSecond: number
  bytes: number
  failed: number
}

const runLoad = async ({ url, path, tokens, connections, ms }: LoadTask): Promise<LoadResult> => {
  const pool = new Pool(url, { connections, pipelining: 1 })
  let [answered, bytes, failed] = [0, 0, 0]
  const startedAt = performance.now()
  const send = async (index: number) => {
    const headers = { authorization: `Bearer ${tokens[index % tokens.length]}` }
    while (performance.now() - startedAt < ms) {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      bytes += (await body.arrayBuffer()).byteLength
      if (statusCode === 200) answered++
      else failed++
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => send(index)))
  const seconds = (performance.now() - startedAt) / 1000
  await pool.close()
  return { perSecond: answered / seconds, bytes: Math.round(bytes / Math.max(1, answered)), failed }
}

process.on('message', async (task: LoadTask) => process.send?.(await runLoad(task)))
process.once('disconnect', () => process.exit())
