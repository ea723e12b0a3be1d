import type { jsPDF } from 'jspdf'
import { autoTable, type Styles } from 'jspdf-autotable'
import { formatDate } from '#contract/values/dates.ts'
import { formatReais } from '#contract/values/money.ts'
import { formatPhone } from '#contract/values/phone.ts'
import { margin, reportColors, rightEdge } from './report-layout.ts'
import { type MemberNames, type ReportLead, responsibleName } from './report-stats.ts'
import { toWinAnsi } from './report-win-ansi.ts'

const padding = { vertical: 1.1, left: 1.2, right: 1.2 }
const afterNumber = { cellPadding: { ...padding, left: 3 } }

interface Column {
  title: string
  width: number
  styles?: Partial<Styles>
}

/** Nome, Negócio and E-mail share the width that the fixed columns leave. */
const leadColumns: Column[] = [
  { title: 'Nome', width: 58 },
  { title: 'Negócio', width: 47 },
  { title: 'Telefone', width: 25 },
  { title: 'E-mail', width: 68 },
  { title: 'Valor', width: 25, styles: { halign: 'right' } },
  { title: 'Prospecção', width: 22, styles: afterNumber },
  { title: 'Fechamento', width: 22, styles: afterNumber },
]
const valueColumn = 4

/** The column of a team's report takes its width from Nome, Negócio and E-mail. */
const responsibleColumn: Column = { title: 'Responsável', width: 27, styles: afterNumber }
const narrower: Record<string, number> = { Nome: 9, Negócio: 7, 'E-mail': 11 }

const columnsOf = (members: MemberNames): Column[] =>
  members
    ? [
        ...leadColumns.map(column => ({ ...column, width: column.width - (narrower[column.title] ?? 0) })),
        responsibleColumn,
      ]
    : leadColumns

const cellsOf = (lead: ReportLead, members: MemberNames): string[] => [
  toWinAnsi(lead.nome),
  toWinAnsi(lead.negocio),
  toWinAnsi(formatPhone(lead.telefone)),
  toWinAnsi(lead.email),
  toWinAnsi(formatReais(lead.valorServico)),
  formatDate(lead.dataProspeccao),
  lead.dataFechamento ? formatDate(lead.dataFechamento) : '-',
  ...(members ? [toWinAnsi(responsibleName(members, lead.userId))] : []),
]

/** Leads per autotable call. Autotable holds an object per cell until the call ends. */
const batchSize = 500

/** Draws a row per lead over as many pages as needed. Calls `onDrawn` with the number of leads drawn. */
export const drawTable = (
  doc: jsPDF,
  leads: readonly ReportLead[],
  members: MemberNames,
  startY: number,
  onDrawn: (count: number) => void,
): void => {
  const columns = columnsOf(members)
  let y = startY
  let drawn = 0
  do {
    const batch = leads.slice(drawn, drawn + batchSize)
    const rows = leads.length === 0 ? [noLeads(columns)] : batch.map(lead => cellsOf(lead, members))
    y = drawRows(doc, columns, rows, y, drawn > 0)
    drawn += batch.length
    onDrawn(drawn)
  } while (drawn < leads.length)
}

const noLeads = ({ length }: Column[]) => [
  { content: 'Nenhum lead encontrado', colSpan: length, styles: { halign: 'center' as const } },
]

type Rows = Parameters<typeof autoTable>[1]['body']

const drawRows = (doc: jsPDF, columns: Column[], body: Rows, startY: number, continues: boolean): number => {
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
      textColor: reportColors.text,
      cellPadding: padding,
      valign: 'top',
    },
    headStyles: { fontStyle: 'bold', fillColor: reportColors.brandSoft, textColor: reportColors.brand },
    columnStyles: Object.fromEntries(
      columns.map(({ width, styles }, index) => [index, { ...styles, cellWidth: width }]),
    ),
    didParseCell: ({ cell, column }) => {
      // From R$ 100.000.000,00 on, a value exceeds its column.
      if (column.index === valueColumn && (cell.text[0]?.length ?? 0) > 16) cell.styles.fontSize = 7
    },
    didDrawCell: ({ cell, column }) => {
      if (column.index > 0) return
      const bottom = cell.y + cell.height
      doc.setDrawColor(reportColors.line).setLineWidth(0.15).line(margin.left, bottom, rightEdge, bottom)
    },
    willDrawPage: ({ settings, pageNumber }) => {
      // A later batch continues below the last row, on a page with a header.
      settings.showHead = continues && pageNumber === 1 ? 'never' : 'everyPage'
    },
    didDrawPage: ({ cursor }) => {
      y = cursor?.y ?? y
    },
  })
  return y
}
