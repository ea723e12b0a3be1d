import { readFileSync } from 'node:fs'

/** Returns the resident memory of a process in MB; 0 except on Linux. */
export const memoryMb = (pid: number | undefined): number => {
  if (process.platform !== 'linux') return 0
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Returns a function that stops measuring and returns the maximum. */
export const watchPeak = (measure: () => number): (() => number) => {
  let peak = measure()
  const timer = setInterval(() => {
    peak = Math.max(peak, measure())
  }, 50)
  return () => {
    clearInterval(timer)
    return peak
  }
}
