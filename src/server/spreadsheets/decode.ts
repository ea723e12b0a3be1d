import type { Encoding } from '#contract/spreadsheets/import.ts'
import { ImportFileError } from './file-kind.ts'

type Parts = AsyncIterable<Uint8Array>

/** Decodes strictly: throws `TypeError` for bytes that the encoding does not have. */
export async function* decodeParts(parts: Parts, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const part of parts) yield decoder.decode(part, { stream: true })
  yield decoder.decode()
}

const isDecodable = async (parts: Parts, encoding: Encoding): Promise<boolean> => {
  try {
    for await (const _ of decodeParts(parts, encoding));
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * Finds the encoding: by the byte order mark, otherwise UTF-8 if the whole file is valid UTF-8, otherwise Windows-1252. The
 * first accent may be in the last row. Throws `ImportFileError` for a file that is no text.
 */
export const findEncoding = async (head: Uint8Array, readParts: () => Parts): Promise<Encoding> => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head.subarray(0, 100_000).includes(0))
    throw new ImportFileError('O arquivo não é um texto nem uma planilha. Envie um arquivo CSV, TXT ou XLSX.')
  return (await isDecodable(readParts(), 'utf-8')) ? 'utf-8' : 'windows-1252'
}

/** Decodes with a chosen encoding. Throws `ImportFileError` if the file has other bytes. */
export async function* decodeFile(parts: Parts, encoding: Encoding): AsyncGenerator<string> {
  try {
    yield* decodeParts(parts, encoding)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ImportFileError('O arquivo não está nesta codificação. Escolha outra.')
  }
}
