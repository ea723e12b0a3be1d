import { jsPDF } from 'jspdf'
import { autoTable, type Styles } from 'jspdf-autotable'
import { formatDay, formatMoment } from '#contract/dates.ts'
import type { LeadFilters } from '#contract/leads.ts'
import { formatReais } from '#contract/money.ts'
import { formatPhone } from '#contract/phone.ts'
import { figuresOf, filterLines, type ReportLead, type SummaryItem, summaryOf } from './report-figures.ts'
import { toWinAnsi } from './report-win-ansi.ts'

export interface ReportOrder {
  brandName: string
  filters: LeadFilters
  /** ISO 8601. */
  madeAt: string
}

// Millimetres, on A4 landscape: 297 × 210.
const margin = { left: 15, right: 15, top: 15, bottom: 18 }
const right = 297 - margin.right
const contentWidth = right - margin.left
const footerY = 210 - 10

const ink = { text: '#171f24', quiet: '#4b545a', brand: '#055b63', brandSoft: '#dbf2f5', line: '#e1e0da' }

const padding = { vertical: 1.1, left: 1.2, right: 1.2 }
const afterNumber = { cellPadding: { ...padding, left: 3 } }

const columns: { title: string; width: number; styles?: Partial<Styles> }[] = [
  { title: 'Nome', width: 58 },
  { title: 'Negócio', width: 47 },
  { title: 'Telefone', width: 25 },
  { title: 'E-mail', width: 68 },
  { title: 'Valor', width: 25, styles: { halign: 'right' } },
  { title: 'Prospecção', width: 22, styles: afterNumber },
  { title: 'Fechamento', width: 22, styles: afterNumber },
]
const valueColumn = 4

const cellsOf = (lead: ReportLead): string[] => [
  toWinAnsi(lead.nome),
  toWinAnsi(lead.negocio),
  toWinAnsi(formatPhone(lead.telefone)),
  toWinAnsi(lead.email),
  toWinAnsi(formatReais(lead.valorServico)),
  formatDay(lead.dataProspeccao),
  lead.dataFechamento ? formatDay(lead.dataFechamento) : '-',
]

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
  const belowSummary = drawSummary(doc, summaryOf(figuresOf(leads)), belowHeading)
  drawTable(doc, leads, belowSummary, onDrawn)
  drawFooters(doc)
  return doc.output('arraybuffer')
}

const write = (doc: jsPDF, size: number, color: string, style: 'normal' | 'bold' = 'normal'): jsPDF =>
  doc.setFont('helvetica', style).setFontSize(size).setTextColor(color)

const lineHeight = 4.6

const drawHeading = (doc: jsPDF, title: string, { filters, madeAt }: ReportOrder): number => {
  write(doc, 16, ink.text, 'bold').text(title, margin.left, 21)
  write(doc, 9, ink.quiet).text(`Gerado em ${toWinAnsi(formatMoment(madeAt))}`, right, 21, { align: 'right' })
  doc.setDrawColor(ink.brand).setLineWidth(0.6).line(margin.left, 25, right, 25)

  write(doc, 9, ink.text, 'bold').text('Filtros aplicados', margin.left, 31.5)
  write(doc, 9, ink.quiet)
  const lines = filterLines(filters).flatMap((line): string[] => doc.splitTextToSize(toWinAnsi(line), contentWidth))
  lines.forEach((line, index) => {
    doc.text(line, margin.left, 31.5 + lineHeight * (index + 1))
  })
  return 31.5 + lineHeight * lines.length
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

/** Leads a call of autotable, which keeps every cell it is given as an object until the call ends. */
const batchSize = 500

const drawTable = (
  doc: jsPDF,
  leads: readonly ReportLead[],
  startY: number,
  onDrawn: (count: number) => void,
): void => {
  let y = startY
  let drawn = 0
  do {
    const batch = leads.slice(drawn, drawn + batchSize)
    y = drawRows(doc, leads.length === 0 ? [noLeads] : batch.map(cellsOf), y, drawn > 0)
    drawn += batch.length
    onDrawn(drawn)
  } while (drawn < leads.length)
}

const noLeads = [{ content: 'Nenhum lead encontrado', colSpan: columns.length, styles: { halign: 'center' as const } }]

type Rows = Parameters<typeof autoTable>[1]['body']

const drawRows = (doc: jsPDF, body: Rows, startY: number, continues: boolean): number => {
  let y = startY
  autoTable(doc, {
    head: [columns.map(({ title, styles = {} }) => ({ content: title, styles }))],
    body: body ?? [],
    startY,
    margin,
    theme: 'plain',
    rowPageBreak: 'avoid',
    styles: {
      fontSize: 8,
      textColor: ink.text,
      cellPadding: padding,
      valign: 'top',
      lineColor: ink.line,
      lineWidth: { bottom: 0.15 },
    },
    headStyles: { fontStyle: 'bold', fillColor: ink.brandSoft, textColor: ink.brand },
    columnStyles: Object.fromEntries(
      columns.map(({ width, styles }, index) => [index, { ...styles, cellWidth: width }]),
    ),
    didParseCell: ({ cell, column }) => {
      // From R$ 100.000.000,00 on, a value is wider than its column.
      if (column.index === valueColumn && (cell.text[0]?.length ?? 0) > 16) cell.styles.fontSize = 7
    },
    willDrawPage: ({ settings, pageNumber }) => {
      // A later batch goes on below the last row; its first page has its header already.
      settings.showHead = continues && pageNumber === 1 ? 'never' : 'everyPage'
    },
    didDrawPage: ({ cursor }) => {
      y = cursor?.y ?? y
    },
  })
  return y
}

const drawFooters = (doc: jsPDF): void => {
  const pageCount = doc.getNumberOfPages()
  for (let page = 1; page <= pageCount; page += 1) {
    doc.setPage(page)
    write(doc, 8, ink.quiet).text('Sistema de Gestão de Leads', margin.left, footerY)
    doc.text(`Página ${page} de ${pageCount}`, right, footerY, { align: 'right' })
  }
}
