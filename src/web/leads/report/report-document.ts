import { jsPDF } from 'jspdf'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { formatDateTime } from '#contract/values/dates.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import type { ReportBrand } from './report-brand.ts'
import { contentWidth, footerY, logoBox, margin, reportColors, rightEdge } from './report-layout.ts'
import {
  computeStats,
  filterLines,
  type MemberNames,
  type ReportLead,
  type SummaryItem,
  summaryOf,
} from './report-stats.ts'
import { drawTable } from './report-table.ts'
import { losesInWinAnsi, toWinAnsi } from './report-win-ansi.ts'

export interface ReportRequest extends ReportBrand {
  filters: LeadFilters
  members: MemberNames
  /** ISO 8601. */
  madeAt: string
}

/** Draws the report as a PDF. Calls `onDrawn` with the number of leads drawn. */
export const drawReport = (
  leads: readonly ReportLead[],
  request: ReportRequest,
  onDrawn: (count: number) => void = () => {},
): ArrayBuffer => {
  const doc = beginDocument({ ...request, title: 'Relatório de leads' })
  const belowHeading = drawFilters(doc, request)
  const belowNote = drawNote(doc, leads.filter(isIncomplete).length, request.brandName, belowHeading)
  const belowSummary = drawSummary(doc, summaryOf(computeStats(leads)), belowNote)
  drawTable(doc, leads, request.members, belowSummary, onDrawn)
  drawFooters(doc)
  return doc.output('arraybuffer')
}

/** Begins an A4 document in landscape, with its title and when it was made. */
export const beginDocument = ({
  brandName,
  logo,
  title: name,
  madeAt,
}: Pick<ReportRequest, 'brandName' | 'logo' | 'madeAt'> & { title: string }): jsPDF => {
  const doc = new jsPDF({ orientation: 'landscape', unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true })
  const title = toWinAnsi(`${brandName} – ${name}`)
  doc.setLanguage('pt-BR')
  doc.setProperties({ title, creator: toWinAnsi(brandName) })
  doc.viewerPreferences({ DisplayDocTitle: true })
  setTextStyle(doc, 16, reportColors.text, 'bold').text(title, margin.left, 21)
  setTextStyle(doc, 9, reportColors.quiet).text(`Gerado em ${toWinAnsi(formatDateTime(madeAt))}`, rightEdge, 21, {
    align: 'right',
  })
  if (logo) drawLogo(doc, logo)
  doc.setDrawColor(reportColors.brand).setLineWidth(0.6).line(margin.left, 25, rightEdge, 25)
  return doc
}

/** Draws the logo as large as its box allows, at its top right corner. */
const drawLogo = (doc: jsPDF, logo: Uint8Array): void => {
  const { width, height } = doc.getImageProperties(logo)
  const scale = Math.min(logoBox.width / width, logoBox.height / height)
  const [w, h] = [width * scale, height * scale]
  doc.addImage(logo, 'PNG', rightEdge - w, logoBox.bottom - h, w, h)
}

export const setTextStyle = (doc: jsPDF, size: number, color: string, style: 'normal' | 'bold' = 'normal'): jsPDF =>
  doc.setFont('helvetica', style).setFontSize(size).setTextColor(color)

const lineHeight = 4.6

const drawFilters = (doc: jsPDF, { filters, members }: Pick<ReportRequest, 'filters' | 'members'>): number => {
  setTextStyle(doc, 9, reportColors.text, 'bold').text('Filtros aplicados', margin.left, 31.5)
  setTextStyle(doc, 9, reportColors.quiet)
  const lines = filterLines(filters, members).flatMap((line): string[] =>
    doc.splitTextToSize(toWinAnsi(line), contentWidth),
  )
  lines.forEach((line, index) => {
    doc.text(line, margin.left, 31.5 + lineHeight * (index + 1))
  })
  return 31.5 + lineHeight * lines.length
}

const isIncomplete = ({ nome, negocio, telefone, email }: ReportLead): boolean =>
  [nome, negocio, telefone, email].some(losesInWinAnsi)

/** The standard fonts cover Western European letters only, so note how many leads lost others. */
const drawNote = (doc: jsPDF, count: number, brandName: string, above: number): number => {
  if (count === 0) return above
  const where = formatLeadCount(count)
  const note = `Em ${where}, emojis e letras de outros alfabetos não aparecem aqui ou viraram “?”. No ${brandName} os textos estão completos.`
  const lines: string[] = doc.splitTextToSize(toWinAnsi(note), contentWidth)
  setTextStyle(doc, 9, reportColors.text).text(lines, margin.left, above + lineHeight * 1.5, { lineHeightFactor: 1.4 })
  return above + lineHeight * (lines.length + 0.5)
}

/** Horizontal offsets of the summary items: counts are short, sums may be long. */
const summaryOffsets = [0, 42, 84, 126, 197]

const drawSummary = (doc: jsPDF, items: readonly SummaryItem[], above: number): number => {
  const y = above + 9
  items.forEach(({ label, value }, index) => {
    const x = margin.left + (summaryOffsets[index] ?? 0)
    setTextStyle(doc, 8.5, reportColors.quiet).text(label, x, y)
    setTextStyle(doc, 13, reportColors.text, 'bold').text(toWinAnsi(value), x, y + 6)
  })
  return y + 12
}

export const drawFooters = (doc: jsPDF): void => {
  const pageCount = doc.getNumberOfPages()
  for (let page = 1; page <= pageCount; page += 1) {
    doc.setPage(page)
    setTextStyle(doc, 8, reportColors.quiet).text('Sistema de Gestão de Leads', margin.left, footerY)
    doc.text(`Página ${page} de ${pageCount}`, rightEdge, footerY, { align: 'right' })
  }
}
