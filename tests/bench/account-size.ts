// Compares request times of an account with 1,000 leads and one with 100,000, for the owner and for a seller who sees a fifth of
// them. The requests alternate, so that a change in the machine's speed affects both. Prints medians and their ratio.

import { type BenchServer, startBenchServer } from './bench-server.ts'
import { seedTeam } from './seed-leads.ts'
import { median } from './timing.ts'

const rounds = 60
const requests: Record<string, ['owner' | 'seller', string]> = {
  'board, no filter': ['owner', '/api/leads/board?limit=50'],
  'stats, no filter': ['owner', '/api/leads/stats'],
  'list, first page': ['owner', '/api/leads?limit=10'],
  'board, search of a word (conceicao)': ['owner', '/api/leads/board?limit=50&search=conceicao'],
  'board, search of 2 letters (jo)': ['owner', '/api/leads/board?limit=50&search=jo'],
  'board, search of 2 letters (qx)': ['owner', '/api/leads/board?limit=50&search=qx'],
  'list, by name': ['owner', '/api/leads?limit=10&sort=nome'],
  'seller, board': ['seller', '/api/leads/board?limit=50'],
  'seller, stats': ['seller', '/api/leads/stats'],
  'seller, list, first page': ['seller', '/api/leads?limit=10'],
  'seller, board, search of a word': ['seller', '/api/leads/board?limit=50&search=conceicao'],
}

const measure = async ({ url }: BenchServer, path: string, token: string): Promise<number> => {
  const startedAt = performance.now()
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}`)
  return performance.now() - startedAt
}

const server = await startBenchServer()
try {
  const small = await seedTeam(server.services, 1_000)
  const large = await seedTeam(server.services, 100_000)
  await server.services.db.run('analyze')
  console.log('request                             1,000 ms   100,000 ms   ratio')
  for (const [name, [who, path]] of Object.entries(requests)) {
    const smallTimes: number[] = []
    const largeTimes: number[] = []
    for (let round = 0; round < rounds; round++) {
      smallTimes.push(await measure(server, path, small[who]))
      largeTimes.push(await measure(server, path, large[who]))
    }
    const [a, b] = [median(smallTimes), median(largeTimes)]
    console.log(
      `${name.padEnd(35)} ${a.toFixed(2).padStart(8)} ${b.toFixed(2).padStart(12)} ${(b / a).toFixed(2).padStart(7)}`,
    )
  }
} finally {
  await server.stop()
}
