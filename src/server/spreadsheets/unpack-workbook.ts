import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { tooLongCell } from './read-text.ts'

const maxEntries = 2000
const maxUnpackedBytes = 200_000_000
const maxRatio = 100
const maxBytesWithoutTag = 1_000_000

export const brokenWorkbook = 'A planilha está danificada e não pôde ser lida. Abra-a no Excel, salve de novo e envie.'
const tooLarge = 'A planilha ocupa espaço demais quando aberta. Salve como CSV e envie de novo.'
const noWorkbook = 'O arquivo é um ZIP, não uma planilha. Envie um arquivo CSV, TXT ou XLSX.'

/** A workbook that is not read. The message is for the user. */
export class WorkbookRefusal extends Error {}

const open = (file: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    fromBuffer(file, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(new WorkbookRefusal(brokenWorkbook)) : resolve(zip),
    ),
  )

const readDirectory = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', () => reject(new WorkbookRefusal(brokenWorkbook)))
    zip.readEntry()
  })

/** Inflates an entry into `target` from `at` on. The sizes in the directory may lie, so no byte beyond them is written. */
const inflateInto = (target: Buffer, at: number, zip: ZipFile, entry: Entry): Promise<void> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(new WorkbookRefusal(brokenWorkbook))
      const end = at + entry.uncompressedSize
      stream.on('data', (piece: Buffer) => {
        if (at + piece.length > end) stream.destroy(new WorkbookRefusal(brokenWorkbook))
        else at += piece.copy(target, at)
      })
      stream.on('error', () => reject(new WorkbookRefusal(brokenWorkbook)))
      stream.on('end', resolve)
    }),
  )

/** The parser may take a minute for a text of a few megabytes: it reads the whole text again for each piece. */
const assertShortTexts = (xml: Buffer): void => {
  for (let at = 0; at + maxBytesWithoutTag < xml.length; ) {
    const lastTag = xml.lastIndexOf('<', at + maxBytesWithoutTag)
    if (lastTag <= at) throw new WorkbookRefusal(tooLongCell)
    at = lastTag
  }
}

const localHeaderBytes = 30
const directoryHeaderBytes = 46
const endBytes = 22

/** The part that both headers of an entry have. */
const entryFields = ({ crc32, uncompressedSize }: Entry, name: Buffer): Buffer => {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt32LE(crc32, 10)
  fields.writeUInt32LE(uncompressedSize, 14)
  fields.writeUInt32LE(uncompressedSize, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

/** Writes the entries into a zip without compression. */
const repack = async (zip: ZipFile, entries: readonly Entry[]): Promise<Buffer> => {
  const names = entries.map(({ fileName }) => Buffer.from(fileName))
  const headerBytes = names.reduce((sum, { length }) => sum + localHeaderBytes + directoryHeaderBytes + 2 * length, 0)
  const packed = Buffer.alloc(
    entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, headerBytes + endBytes),
  )
  const directory: Buffer[] = []
  let at = 0
  for (const [index, entry] of entries.entries()) {
    const name = names[index] ?? Buffer.alloc(0)
    const fields = entryFields(entry, name)
    const more = Buffer.alloc(14)
    more.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, more, name)
    at += Buffer.concat([Buffer.from('PK\x03\x04'), fields, name]).copy(packed, at)
    await inflateInto(packed, at, zip, entry)
    assertShortTexts(packed.subarray(at, at + entry.uncompressedSize))
    at += entry.uncompressedSize
  }
  const end = Buffer.alloc(endBytes)
  end.write('PK\x05\x06')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(packed.length - endBytes - at, 12)
  end.writeUInt32LE(at, 16)
  Buffer.concat([...directory, end]).copy(packed, at)
  return packed
}

/** Pictures, queries and other attachments hold no rows. */
const holdsRows = ({ fileName }: Entry): boolean =>
  /\.(?:xml|rels)$/i.test(fileName) && !fileName.startsWith('customXml/')

/**
 * Unpacks a workbook into a zip without compression, which has the entries of the directory and nothing else: the parser reads
 * the headers inside a file, and would also unpack what its directory does not name. Throws `WorkbookRefusal`, also for a zip bomb
 * and a huge cell.
 */
export const unpackWorkbook = async (file: Buffer): Promise<Buffer> => {
  const zip = await open(file)
  if (zip.entryCount > maxEntries) throw new WorkbookRefusal(tooLarge)
  const entries = await readDirectory(zip)
  if (!entries.some(({ fileName }) => fileName === 'xl/workbook.xml')) throw new WorkbookRefusal(noWorkbook)
  let total = 0
  for (const { compressedSize, uncompressedSize } of entries) {
    const isBomb = uncompressedSize > 1_000_000 && uncompressedSize > compressedSize * maxRatio
    total += uncompressedSize
    if (isBomb || total > maxUnpackedBytes) throw new WorkbookRefusal(tooLarge)
  }
  return repack(zip, entries.filter(holdsRows))
}
