import type { jsPDF } from 'jspdf'
import { autoTable } from 'jspdf-autotable'
import type { ReportBrand } from './report-brand.ts'
import { beginDocument, drawFooters, setTextStyle } from './report-document.ts'
import { contentWidth, margin, reportColors } from './report-layout.ts'
import type { SummaryItem } from './report-stats.ts'
import { toWinAnsi } from './report-win-ansi.ts'

interface PrintedRow {
  label: string
  /** Shares of the longest bar, from 0 to 1. */
  bars: readonly { tone: 'won' | 'lost' | 'open'; share: number }[]
  cells: readonly { text: string }[]
}

interface PrintedSection {
  title: string
  note: string
  head: readonly string[]
  rows: readonly PrintedRow[]
}

export interface PrintedReport extends ReportBrand {
  /** ISO 8601. */
  madeAt: string
  period: string
  totals: readonly SummaryItem[]
  sections: readonly PrintedSection[]
}

/** Draws a sales report as a PDF: its totals, and each section as a table with bars. */
export const drawSalesReport = (report: PrintedReport): ArrayBuffer => {
  const doc = beginDocument({ ...report, title: 'Relatório de vendas' })
  setTextStyle(doc, 9, reportColors.quiet).text(toWinAnsi(report.period), margin.left, 31.5)
  report.totals.forEach(({ label, value }, index) => {
    const x = margin.left + (contentWidth / report.totals.length) * index
    setTextStyle(doc, 8.5, reportColors.quiet).text(toWinAnsi(label), x, 39)
    setTextStyle(doc, 13, reportColors.text, 'bold').text(toWinAnsi(value), x, 45)
  })
  report.sections.reduce((y, section) => drawSection(doc, section, y), 50)
  drawFooters(doc)
  return doc.output('arraybuffer')
}

/** A heading moves to the next page with the first rows below it. */
const headingSpace = 40
const barsWidth = 70
const barHeight = 1.5
const tones = { won: reportColors.won, lost: reportColors.lost, open: reportColors.brand }

/** Returns where the section ends. */
const drawSection = (doc: jsPDF, { title, note, head, rows }: PrintedSection, above: number): number => {
  const isFull = above + headingSpace > 210 - margin.bottom
  if (isFull) doc.addPage()
  const y = (isFull ? margin.top : above) + 6
  setTextStyle(doc, 11, reportColors.text, 'bold').text(toWinAnsi(title), margin.left, y)
  setTextStyle(doc, 8, reportColors.quiet).text(toWinAnsi(note), margin.left, y + 4.5)
  const [label = '', ...figures] = head
  let end = y
  autoTable(doc, {
    head: [
      [label, '', ...figures].map((text, index) => ({ content: toWinAnsi(text), styles: { halign: alignOf(index) } })),
    ],
    body: rows.map(row => [toWinAnsi(row.label), '', ...row.cells.map(({ text }) => toWinAnsi(text))]),
    startY: y + 7,
    margin,
    theme: 'plain',
    rowPageBreak: 'avoid',
    styles: { fontSize: 8, textColor: reportColors.text, cellPadding: 1.1, valign: 'middle' },
    headStyles: { fontStyle: 'bold', fillColor: reportColors.brandSoft, textColor: reportColors.brand },
    columnStyles: {
      0: { cellWidth: 50 },
      1: { cellWidth: barsWidth },
      ...Object.fromEntries(figures.map((_, index) => [index + 2, { halign: 'right' as const }])),
    },
    didDrawCell: ({ cell, column, row }) => {
      if (column.index !== 1 || row.section !== 'body') return
      const bars = rows[row.index]?.bars ?? []
      bars.forEach(({ tone, share }, index) => {
        const top = cell.y + cell.height / 2 + (index - bars.length / 2) * (barHeight + 0.3)
        if (share > 0)
          doc.setFillColor(tones[tone]).rect(cell.x + 1, top, Math.max(share * (barsWidth - 4), 0.5), barHeight, 'F')
      })
    },
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end
    },
  })
  return end + 3
}

const alignOf = (column: number) => (column > 1 ? ('right' as const) : ('left' as const))
