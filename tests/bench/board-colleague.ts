import { setTimeout as sleep } from 'node:timers/promises'
import { leadsApi } from '#contract/leads/leads.ts'
import type { BenchServer } from './bench-server.ts'

const moveIntervalMs = 200
const movedBetween = ['contato-estabelecido', 'proposta-enviada']

/** Moves leads of the middle of the board to and fro. Returns a function that stops and returns the number of moves. */
export const startMoves = async ({ url }: BenchServer, token: string): Promise<() => Promise<number>> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const found = await fetch(`${url}/api${leadsApi.list.path}?limit=50&stage=${movedBetween[0]}`, { headers })
  const { leads } = (await found.json()) as { leads: { _id: string }[] }
  let isStopped = false
  const run = async (): Promise<number> => {
    for (let count = 0; ; count++) {
      if (isStopped) return count
      const change = { status: movedBetween[(Math.floor(count / leads.length) + 1) % 2] }
      const lead = `${url}/api${leadsApi.list.path}/${leads[count % leads.length]?._id}`
      const response = await fetch(lead, { method: 'PATCH', headers, body: JSON.stringify(change) })
      if (!response.ok) throw new Error(`a move returned ${response.status}`)
      await sleep(moveIntervalMs)
    }
  }
  const running = run()
  return () => {
    isStopped = true
    return running
  }
}
