import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { BackupFailure } from '#contract/account-backups/account-backups.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { z } from '#contract/zod.ts'
import type { StoredEntry } from '../story/store.ts'

// Compressed lines of JSON: the manifest, a line per lead with its story in the order of the ids, and a last line with counts and
// the hash of all lines before it. A file without its last line is incomplete, whoever cut it.

const format = 1
const partBytes = 1_000_000

export interface BackupManifest {
  createdAt: string
  account: { _id: string; nome: string }
  /** Number in the feed of the account's changes. */
  seq: number
  /** Names only, for readers of the file. Members and their access never come back from it. */
  members: { _id: string; nome: string }[]
  lostReasons: { _id: string; nome: string }[]
}

export interface BackedUpLead {
  lead: Lead
  story: StoredEntry[]
}

/** The file cannot be used. */
export class BackupFileError extends Error {
  override name = 'BackupFileError'
  readonly failure: BackupFailure

  constructor(failure: BackupFailure) {
    super(`the backup is unusable: ${failure}`)
    this.failure = failure
  }
}

/** Writes a file in parts, one after the other, while it reads its leads. Returns the counts. */
export const writeBackupFile = async (
  manifest: BackupManifest,
  pages: AsyncIterable<BackedUpLead[]>,
  writePart: (part: number, content: Buffer) => Promise<unknown>,
): Promise<{ leads: number; bytes: number }> => {
  const gzip = createGzip()
  const hash = createHash('sha256')
  let [waiting, leads, entries, bytes, part] = [Buffer.alloc(0), 0, 0, 0, 0]
  gzip.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
  })
  const write = async (text: string) => {
    await new Promise<void>((resolve, reject) => {
      gzip.write(text, error => (error ? reject(error) : resolve()))
    })
    if (waiting.length >= partBytes) await flush()
  }
  const flush = async () => {
    const content = waiting
    waiting = Buffer.alloc(0)
    bytes += content.length
    await writePart(part++, content)
  }
  const writeLines = (lines: readonly object[]) => {
    const text = lines.map(line => `${JSON.stringify(line)}\n`).join('')
    hash.update(text)
    return write(text)
  }
  await writeLines([{ format, ...manifest }])
  for await (const page of pages) {
    await writeLines(page)
    leads += page.length
    entries += page.reduce((sum, { story }) => sum + story.length, 0)
  }
  await write(`${JSON.stringify({ leads, entries, sha256: hash.digest('hex') })}\n`)
  gzip.end()
  await once(gzip, 'end')
  await flush()
  return { leads, bytes }
}

const FirstLine = z.looseObject({ format: z.int() })
const LeadLine = z.object({ lead: z.looseObject({ _id: z.uuid() }), story: z.array(z.looseObject({})) })
const LastLine = z.object({ leads: z.int(), entries: z.int(), sha256: z.string() })

async function* readLines(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const gunzip = createGunzip()
  // The reader of `gunzip` gets the errors of both.
  pipeline(Readable.from(parts), gunzip).catch(() => {})
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of gunzip) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new BackupFileError('incomplete')
}

const parse = <Schema extends z.ZodMiniType>(schema: Schema, line: string): z.infer<Schema> => {
  const { data } = z.safeParse(schema, JSON.parse(line))
  if (data === undefined) throw new BackupFileError('damaged')
  return data
}

async function* readContent(parts: AsyncIterable<Uint8Array>): AsyncGenerator<BackedUpLead> {
  const hash = createHash('sha256')
  let [leads, entries, last] = [0, 0, '']
  let previous: string | undefined
  let end: z.infer<typeof LastLine> | undefined
  for await (const line of readLines(parts)) {
    if (end) throw new BackupFileError('damaged')
    if (previous === undefined) {
      if (parse(FirstLine, line).format > format) throw new BackupFileError('newer-format')
    } else if (line.startsWith('{"lead":')) {
      const { lead, story } = parse(LeadLine, line)
      if (lead._id <= last) throw new BackupFileError('damaged')
      last = lead._id
      leads++
      entries += story.length
      yield { lead: lead as unknown as Lead, story }
    } else end = parse(LastLine, line)
    if (!end) hash.update(`${line}\n`)
    previous = line
  }
  if (!end) throw new BackupFileError('incomplete')
  const isWhole = end.leads === leads && end.entries === entries && end.sha256 === hash.digest('hex')
  if (!isWhole) throw new BackupFileError('damaged')
}

/**
 * Reads the leads of a file in the order of their ids. Only its end tells whether all of it is as it was written: throws
 * `BackupFileError`.
 */
export async function* readBackupFile(parts: AsyncIterable<Uint8Array>): AsyncGenerator<BackedUpLead> {
  try {
    yield* readContent(parts)
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    if (code === 'Z_BUF_ERROR') throw new BackupFileError('incomplete')
    const isDamaged = code.startsWith('Z_') || code.startsWith('ERR_ENCODING') || error instanceof SyntaxError
    throw isDamaged ? new BackupFileError('damaged') : error
  }
}
