/** A file that cannot be imported. The message is for the user. */
export class ImportFileError extends Error {
  override name = 'ImportFileError'
}

const startsWith = (file: Uint8Array, ...bytes: number[]): boolean => bytes.every((byte, index) => file[index] === byte)

const others: [name: string, bytes: number[]][] = [
  ['uma imagem', [0x89, 0x50, 0x4e, 0x47]],
  ['uma imagem', [0xff, 0xd8, 0xff]],
  ['uma imagem', [0x47, 0x49, 0x46, 0x38]],
  ['um PDF', [0x25, 0x50, 0x44, 0x46]],
  ['um arquivo compactado', [0x1f, 0x8b]],
  ['um arquivo compactado', [0x52, 0x61, 0x72, 0x21]],
  ['um arquivo compactado', [0x37, 0x7a, 0xbc, 0xaf]],
]

const containsUtf16 = (file: Uint8Array, text: string): boolean =>
  Buffer.from(file.buffer, file.byteOffset, file.length).includes(Buffer.from(text, 'utf16le'))

/**
 * Tells text from a workbook by the first bytes, not by the name. Throws `ImportFileError` for anything else. `head` is the
 * start of the file.
 */
export const findFileKind = (head: Uint8Array): 'text' | 'xlsx' => {
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04) || startsWith(head, 0x50, 0x4b, 0x05, 0x06)) return 'xlsx'
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new ImportFileError(
      containsUtf16(head, 'EncryptedPackage') || containsUtf16(head, 'EncryptionInfo')
        ? 'A planilha está protegida por senha. No Excel, retire a senha em Arquivo > Informações e envie de novo.'
        : 'O formato .xls é antigo. Abra o arquivo no Excel, escolha Salvar como, tipo .xlsx ou CSV, e envie de novo.',
    )
  }
  const other = others.find(([, bytes]) => startsWith(head, ...bytes))
  if (other) throw new ImportFileError(`O arquivo é ${other[0]}, não uma planilha. Envie um arquivo CSV, TXT ou XLSX.`)
  const start = Buffer.from(head.subarray(0, 1000)).toString('latin1').replace(/^ï»¿/, '').trimStart()
  if (/^<(?:!doctype|html|table|head|\?xml|meta)/i.test(start)) {
    throw new ImportFileError(
      'O arquivo é uma página da web, não uma planilha. Abra-o no Excel, escolha Salvar como, tipo .xlsx, e envie de novo.',
    )
  }
  return 'text'
}
