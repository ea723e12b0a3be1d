import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { maxLogoPixels } from '#contract/brand/brand.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { AppError } from '../errors.ts'

export type LogoRefusal = 'unreadable' | 'tooManyPixels' | 'notAPicture'
export interface LogoMessage {
  logo?: Uint8Array
  refusal?: LogoRefusal
}

const refusals: Record<LogoRefusal, string> = {
  notAPicture: 'Envie um PNG, JPEG ou WebP. SVG não é aceito, porque pode conter programas.',
  tooManyPixels: `A imagem é grande demais: use até ${formatCount(maxLogoPixels)} pixels, como 2.000 × 2.000.`,
  unreadable: 'Não foi possível ler a imagem. Salve como PNG e envie de novo.',
}

const createRefusal = (refusal: LogoRefusal): AppError =>
  new AppError('validation_failed', { message: refusals[refusal], fields: { logo: refusals[refusal] } })

const startsWith = (file: Buffer, bytes: readonly number[], at = 0): boolean =>
  bytes.every((byte, index) => file[at + index] === byte)

/** Checks the first bytes. The name and the type that a browser sends say nothing. */
const isPicture = (file: Buffer): boolean =>
  startsWith(file, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) ||
  startsWith(file, [0xff, 0xd8, 0xff]) ||
  (startsWith(file, [0x52, 0x49, 0x46, 0x46]) && startsWith(file, [0x57, 0x45, 0x42, 0x50], 8))

const timeoutMs = 10_000

const readInThread = async (file: Buffer): Promise<Buffer> => {
  const worker = new Worker(`${import.meta.dirname}/read-logo-thread.ts`, { workerData: { file } })
  const answered = once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })
  const [{ logo, refusal }] = (await answered.catch(() => [{}])) as [LogoMessage]
  await worker.terminate()
  if (logo) return Buffer.from(logo)
  throw createRefusal(refusal ?? 'unreadable')
}

/** Waits for the picture before it, so that a process decodes one at a time. */
let last: Promise<unknown> = Promise.resolve()

/** Returns the picture as a small PNG without metadata. Throws `validation_failed` for anything but PNG, JPEG and WebP. */
export const readLogo = (file: Buffer): Promise<Buffer> => {
  if (!isPicture(file)) return Promise.reject(createRefusal('notAPicture'))
  const read = last.then(() => readInThread(file))
  last = read.catch(() => {})
  return read
}
