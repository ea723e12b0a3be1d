import { jsPDF } from 'jspdf'
import { formatDateTime } from '#contract/dates.ts'
import type { LeadFilters } from '#contract/leads.ts'
import { figuresOf, filterLines, type ReportLead, type SummaryItem, summaryOf } from './report-figures.ts'
import { contentWidth, footerY, ink, margin, rightEdge } from './report-paper.ts'
import { drawTable } from './report-table.ts'
import { losesInWinAnsi, toWinAnsi } from './report-win-ansi.ts'

export interface ReportOrder {
  brandName: string
  filters: LeadFilters
  /** ISO 8601. */
  madeAt: string
}

/** The report as a PDF; `onDrawn` hears how many leads are in the table so far. */
export const drawReport = (
  leads: readonly ReportLead[],
  order: ReportOrder,
  onDrawn: (count: number) => void = () => {},
): ArrayBuffer => {
  const doc = new jsPDF({ orientation: 'landscape', unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true })
  const title = toWinAnsi(`${order.brandName} – Relatório de Leads`)
  doc.setLanguage('pt-BR')
  doc.setProperties({ title, creator: toWinAnsi(order.brandName) })
  doc.viewerPreferences({ DisplayDocTitle: true })

  const belowHeading = drawHeading(doc, title, order)
  const belowNote = drawNote(doc, leads.filter(isIncomplete).length, order.brandName, belowHeading)
  const belowSummary = drawSummary(doc, summaryOf(figuresOf(leads)), belowNote)
  drawTable(doc, leads, belowSummary, onDrawn)
  drawFooters(doc)
  return doc.output('arraybuffer')
}

const write = (doc: jsPDF, size: number, color: string, style: 'normal' | 'bold' = 'normal'): jsPDF =>
  doc.setFont('helvetica', style).setFontSize(size).setTextColor(color)

const lineHeight = 4.6

const drawHeading = (doc: jsPDF, title: string, { filters, madeAt }: ReportOrder): number => {
  write(doc, 16, ink.text, 'bold').text(title, margin.left, 21)
  write(doc, 9, ink.quiet).text(`Gerado em ${toWinAnsi(formatDateTime(madeAt))}`, rightEdge, 21, { align: 'right' })
  doc.setDrawColor(ink.brand).setLineWidth(0.6).line(margin.left, 25, rightEdge, 25)

  write(doc, 9, ink.text, 'bold').text('Filtros aplicados', margin.left, 31.5)
  write(doc, 9, ink.quiet)
  const lines = filterLines(filters).flatMap((line): string[] => doc.splitTextToSize(toWinAnsi(line), contentWidth))
  lines.forEach((line, index) => {
    doc.text(line, margin.left, 31.5 + lineHeight * (index + 1))
  })
  return 31.5 + lineHeight * lines.length
}

const isIncomplete = ({ nome, negocio, telefone, email }: ReportLead): boolean =>
  [nome, negocio, telefone, email].some(losesInWinAnsi)

/** The fonts of the report have the letters of Western Europe: where a lead has others, nobody may take it for whole. */
const drawNote = (doc: jsPDF, count: number, brandName: string, above: number): number => {
  if (count === 0) return above
  const where = count === 1 ? '1 lead' : `${count.toLocaleString('pt-BR')} leads`
  const note = `Em ${where}, emojis e letras de outros alfabetos não aparecem aqui ou viraram “?”. No ${brandName} os textos estão completos.`
  const lines: string[] = doc.splitTextToSize(toWinAnsi(note), contentWidth)
  write(doc, 9, ink.text).text(lines, margin.left, above + lineHeight * 1.5, { lineHeightFactor: 1.4 })
  return above + lineHeight * (lines.length + 0.5)
}

/** Where each item of the summary begins: counts are short, sums may be long. */
const summaryOffsets = [0, 42, 84, 126, 197]

const drawSummary = (doc: jsPDF, items: readonly SummaryItem[], above: number): number => {
  const y = above + 9
  items.forEach(({ label, value }, index) => {
    const x = margin.left + (summaryOffsets[index] ?? 0)
    write(doc, 8.5, ink.quiet).text(label, x, y)
    write(doc, 13, ink.text, 'bold').text(toWinAnsi(value), x, y + 6)
  })
  return y + 12
}

const drawFooters = (doc: jsPDF): void => {
  const pageCount = doc.getNumberOfPages()
  for (let page = 1; page <= pageCount; page += 1) {
    doc.setPage(page)
    write(doc, 8, ink.quiet).text('Sistema de Gestão de Leads', margin.left, footerY)
    doc.text(`Página ${page} de ${pageCount}`, rightEdge, footerY, { align: 'right' })
  }
}
