// Worker thread of read-workbook.ts.

import { parentPort, workerData } from 'node:worker_threads'
import readXlsxFile from 'read-excel-file/node'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import type { Cell } from './read-text.ts'
import type { WorkbookMessage } from './read-workbook.ts'

const maxEntries = 2000
const maxUnpackedBytes = 200_000_000
const maxRatio = 100
const rowsPerMessage = 500

const broken = 'A planilha está danificada e não pôde ser lida. Abra-a no Excel, salve de novo e envie.'
const tooLarge = 'A planilha ocupa espaço demais quando aberta. Salve como CSV e envie de novo.'

class Refusal extends Error {}

const open = (file: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    fromBuffer(file, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(new Refusal(broken)) : resolve(zip),
    ),
  )

/** Inflates an entry, counting its bytes: the sizes in the directory may lie. */
const inflatedSize = (zip: ZipFile, entry: Entry, max: number): Promise<number> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(new Refusal(broken))
      let size = 0
      stream.on('data', (piece: Buffer) => {
        size += piece.length
        if (size > max) stream.destroy(new Refusal(tooLarge))
      })
      stream.on('error', cause => reject(cause instanceof Refusal ? cause : new Refusal(broken)))
      stream.on('end', () => resolve(size))
    }),
  )

/** Rejects zip bombs before the workbook is parsed. */
const inspect = async (file: Buffer): Promise<void> => {
  const zip = await open(file)
  if (zip.entryCount > maxEntries) throw new Refusal(tooLarge)
  const entries: Entry[] = []
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', resolve)
    zip.on('error', () => reject(new Refusal(broken)))
    zip.readEntry()
  })
  if (!entries.some(({ fileName }) => fileName === 'xl/workbook.xml'))
    throw new Refusal('O arquivo é um ZIP, não uma planilha. Envie um arquivo CSV, TXT ou XLSX.')
  let total = 0
  for (const entry of entries) {
    const isBomb = entry.uncompressedSize > 1_000_000 && entry.uncompressedSize > entry.compressedSize * maxRatio
    total += entry.uncompressedSize
    if (isBomb || total > maxUnpackedBytes) throw new Refusal(tooLarge)
  }
  let left = maxUnpackedBytes
  for (const entry of entries) left -= await inflatedSize(zip, entry, left)
}

const toCell = (value: unknown): Cell => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 10)
  if (typeof value === 'number' || typeof value === 'string') return value === '' ? null : value
  return typeof value === 'boolean' ? (value ? 'Sim' : 'Não') : null
}

const send = (message: WorkbookMessage): void => parentPort?.postMessage(message)

const { file, sheet } = workerData as { file: Uint8Array; sheet: string | null }
try {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  await inspect(buffer)
  const sheets = await readXlsxFile(buffer, { trim: false }).catch(() => {
    throw new Refusal(broken)
  })
  const chosen = sheets.find(one => one.sheet === sheet) ?? sheets.find(({ data }) => data.length > 0) ?? sheets[0]
  if (!chosen) throw new Refusal(broken)
  send({ sheets: sheets.map(one => one.sheet), sheet: chosen.sheet })
  const rows = chosen.data as unknown[][]
  for (let start = 0; start < rows.length; start += rowsPerMessage)
    send({ rows: rows.slice(start, start + rowsPerMessage).map(row => row.map(toCell)) })
  send({ isLast: true })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  send({ refusal: error.message })
}
