import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: Buffer
  /** Size that the directory claims. Default: the real one. */
  claimedSize?: number
  /** Whether the directory does not name it. */
  isHidden?: boolean
}

/** The end of a directory with more than 65,535 entries. */
const zip64End = (entries: number, bytes: number, offset: number): Buffer => {
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06')
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(entries), 24)
  record.writeBigUInt64LE(BigInt(entries), 32)
  record.writeBigUInt64LE(BigInt(bytes), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07')
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}

/**
 * Builds a zip file, also one that lies about its sizes. Without `isZip64`, the number of entries is stored in 16 bits, and the
 * rest of a larger one.
 */
export const zip = (entries: readonly ZipEntry[], { isZip64 = false } = {}): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedSize = content.length, isHidden = false } of entries) {
    const isStored = content.length === 0
    const packed = isStored ? content : deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(isStored ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimedSize, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    if (!isHidden) directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, tail, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  const count = isZip64 ? 0xffff : directory.length & 0xffff
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  const large = isZip64 ? zip64End(directory.length, listed.length, offset) : Buffer.alloc(0)
  return Buffer.concat([...parts, listed, large, Buffer.from('PK\x05\x06'), end])
}

/** A text, a number, or a date as `{ date: '2026-11-20' }`. */
export type WorkbookCell = string | number | { date: string } | null

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const dayMs = 86_400_000

const cellXml = (cell: WorkbookCell, at: string, is1904: boolean): string => {
  if (cell === null) return ''
  if (typeof cell === 'string')
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  const serial = (Date.parse(cell.date) - Date.UTC(1899, 11, 30)) / dayMs - (is1904 ? 1462 : 0)
  return `<c r="${at}" s="1"><v>${serial}</v></c>`
}

const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** The entries of a workbook as Excel writes it, with either calendar. */
export const workbookEntries = (rows: readonly WorkbookCell[][], { is1904 = false } = {}): ZipEntry[] => {
  const sheet = rows
    .map((cells, row) => {
      const all = cells.map((cell, index) => cellXml(cell, `${columnName(index)}${row + 1}`, is1904)).join('')
      return `<row r="${row + 1}">${all}</row>`
    })
    .join('')
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets><sheet name="Plan1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`,
  }
  return Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(header + text) }))
}

export const aWorkbook = (rows: readonly WorkbookCell[][], options?: { is1904?: boolean }): Buffer =>
  zip(workbookEntries(rows, options))
