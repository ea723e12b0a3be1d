import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A text where a page shows it; the sides in millimetres from the left edge of the paper, `y` from its foot. */
export interface PdfText {
  text: string
  left: number
  right: number
  y: number
}

export interface Page {
  /** Line by line, words and columns parted by one space. */
  text: string
  texts: PdfText[]
  /** Of the paper, in millimetres. */
  width: number
  height: number
}

export interface ReadPdf {
  title: unknown
  language: unknown
  pages: Page[]
}

const mm = (points: number): number => (points * 25.4) / 72

/** What a reader of the PDF sees and what screen readers are told of it. */
export const readPdf = async (file: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<ReadPdf> => {
  const task = getDocument({ data: new Uint8Array(file).slice(), verbosity: 0 })
  const pdf = await task.promise
  const info = (await pdf.getMetadata()).info as Record<string, unknown>
  const pages: Page[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
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
    pages.push({ text: toLines(texts), texts, width: mm(right - left), height: mm(top - bottom) })
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
