import { setFlagsFromString } from 'node:v8'

/** Growth of the heap between two full collections, in percent. 0 leaves it to V8, which lets a small heap grow to four times. */
const setHeapGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`)

const smallGrowth = 40
let running = 0

/**
 * Runs `work` while the process collects garbage earlier. For long work that leaves much of it: the process would otherwise keep the
 * memory until the next full collection. Costs processor time of all requests meanwhile.
 */
export const withSmallHeap = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running++ === 0) setHeapGrowth(smallGrowth)
  try {
    return await work()
  } finally {
    if (--running === 0) setHeapGrowth(0)
  }
}
