import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A text with its position in millimeters from the left and bottom edges of the paper. */
export interface PdfText {
  text: string
  left: number
  right: number
  y: number
}

export interface Page {
  /** One line per line of the page, with words and columns separated by a space. */
  text: string
  texts: PdfText[]
  /** Number of pictures. */
  pictures: number
  /** Paper width in millimeters. */
  width: number
  height: number
}

export interface ReadPdf {
  title: unknown
  language: unknown
  pages: Page[]
}

const mm = (points: number): number => (points * 25.4) / 72

/** Extracts the visible text and the metadata of a PDF. */
export const readPdf = async (file: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<ReadPdf> => {
  const task = getDocument({ data: new Uint8Array(file).slice(), verbosity: 0 })
  const pdf = await task.promise
  const info = (await pdf.getMetadata()).info as Record<string, unknown>
  const pages: Page[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const { fnArray } = await page.getOperatorList()
    const pictures = fnArray.filter(operator => operator === OPS.paintImageXObject).length
    const texts = items
      .filter(item => 'str' in item)
      .filter(item => item.str.trim() !== '')
      .map(({ str, transform, width }) => ({
        text: str,
        left: mm(transform[4]),
        right: mm(transform[4] + width),
        y: mm(transform[5]),
      }))
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view
    pages.push({ text: toLines(texts), texts, pictures, width: mm(right - left), height: mm(top - bottom) })
  }
  await task.destroy()
  return { title: info.Title, language: info.Language, pages }
}

const toLines = (texts: PdfText[]): string => {
  const lines = Map.groupBy(texts, piece => Math.round(piece.y * 10))
  return [...lines]
    .sort(([a], [b]) => b - a)
    .map(([, line]) => line.map(piece => piece.text).join(' '))
    .join('\n')
}
