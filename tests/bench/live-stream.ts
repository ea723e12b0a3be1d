import { get, type IncomingMessage } from 'node:http'
import { liveApi } from '#contract/live/live.ts'

/** An open stream of live changes. */
export interface BenchStream {
  /** Whether the server has ended it. */
  isOver: () => boolean
  close: () => void
}

interface StreamEvents {
  onVersion: (id: string, version: number) => void
  onResync: () => void
}

const readEvents = (response: IncomingMessage, { onVersion, onResync }: StreamEvents): void => {
  let rest = ''
  response.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block.includes('event: resync')) onResync()
      const lead = block.includes('event: change') && JSON.parse(block.slice(block.indexOf('data: ') + 6)).lead
      if (lead) onVersion(lead._id, lead.version)
    }
  })
}

/** Opens a stream. Without `events`, reads nothing, as a client that hangs. */
export const openBenchStream = (url: string, token: string, events?: StreamEvents): Promise<BenchStream> =>
  new Promise((resolve, reject) => {
    const request = get(
      `${url}/api${liveApi.stream.path}`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      response => {
        if (response.statusCode !== 200) return reject(new Error(`the stream returned ${response.statusCode}`))
        let isOver = false
        response.on('close', () => {
          isOver = true
        })
        response.on('error', () => {})
        if (events) readEvents(response, events)
        resolve({ isOver: () => isOver, close: () => request.destroy() })
      },
    )
    request.on('error', reject)
  })
