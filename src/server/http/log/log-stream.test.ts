import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLogStream } from './log-stream.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const createLog = () => {
  const written: string[] = []
  const stream = createLogStream(lines => written.push(lines))
  return { written, stream, log: fastify({ logger: { stream } }).log }
}

const messagesOf = (lines: string | undefined): string[] =>
  (lines ?? '').split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line).msg]))

it('writes the lines of 20 ms together and in order', () => {
  const { written, log } = createLog()
  log.info('first')
  log.info('second')
  expect(written).toEqual([])
  vi.advanceTimersByTime(20)
  expect(written.map(messagesOf)).toEqual([['first', 'second']])
  log.info('third')
  vi.advanceTimersByTime(20)
  expect(written.map(messagesOf)).toEqual([['first', 'second'], ['third']])
})

it.each(['warn', 'error', 'fatal'] as const)('writes a line of the level %s at once, after those that wait', level => {
  const { written, log } = createLog()
  log.info('before')
  log[level]('trouble')
  expect(written.map(messagesOf)).toEqual([['before', 'trouble']])
  vi.advanceTimersByTime(20)
  expect(written).toHaveLength(1)
})

it('writes what waits when it is flushed, and holds at most 64 kB', () => {
  const { written, stream, log } = createLog()
  log.info('last')
  stream.flush()
  stream.flush()
  expect(written.map(messagesOf)).toEqual([['last']])
  log.info('x'.repeat(65_536))
  expect(written).toHaveLength(2)
})

it('writes what waits to the output when the process exits', async () => {
  const program = `import { logToOutput } from '${import.meta.dirname}/log-stream.ts'
    logToOutput().write('last line')
    process.exit(3)`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  await expect(run).rejects.toMatchObject({ code: 3, stdout: 'last line' })
})
