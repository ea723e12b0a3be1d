import type { LogStream } from './request-log.ts'

/** A line is written at most this much later. */
const maxDelayMs = 20
const maxLength = 65_536
const warnLevel = 40

export interface BufferedLogStream extends LogStream {
  /** Writes what waits. */
  flush(): void
  /** Level of the line that is written next. The logger sets it for a stream that wants metadata. */
  lastLevel: number
}

/**
 * Writes lines together: each write to the output takes as long as a small statement. Warnings and errors are not delayed. A process
 * that is killed loses the lines of the last 20 ms; the caller flushes before every other end.
 */
export const createLogStream = (write: (lines: string) => void): BufferedLogStream => {
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  const stream = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write: (line: string) => {
      lines += line
      if (stream.lastLevel >= warnLevel || lines.length >= maxLength) stream.flush()
      else timer ??= setTimeout(stream.flush, maxDelayMs)
    },
    flush: () => {
      clearTimeout(timer)
      timer = undefined
      if (lines !== '') write(lines)
      lines = ''
    },
  }
  return stream
}

/** Logs to the standard output, until the process exits. */
export const logToOutput = (): LogStream => {
  // The output ends when nobody reads it anymore, and the product goes on.
  process.stdout.on('error', () => {})
  const stream = createLogStream(lines => process.stdout.write(lines))
  process.once('exit', stream.flush)
  return stream
}
