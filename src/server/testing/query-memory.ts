import { getHeapStatistics } from 'node:v8'
import { createDb } from '../db/client.ts'

// A program of its own, started with `--expose-gc`: the heap of a test's process holds what other tests left. Prints by how many
// bytes the heap grew at most while 300 queries ran.

const db = createDb(JSON.parse(process.argv[2] ?? ''), { poolSize: 1 })
const columns = Array.from({ length: 20 }, (_, index) => `n || ' of column ${index}' as c${index}`)
const text = `select ${columns.join(', ')} from generate_series(1, 200) n`
await db.rows(text)
globalThis.gc?.()
const before = getHeapStatistics().used_heap_size
let most = before
for (let count = 0; count < 300; count++) {
  await db.rows(text)
  most = Math.max(most, getHeapStatistics().used_heap_size)
}
await db.close()
console.log(most - before)
