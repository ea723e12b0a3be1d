import { csvLine, toCsvCell } from '#contract/values/csv.ts'
import type { ReportSection } from './report-sections.ts'

/** Returns the sections one below the other, for Brazilian Excel. */
export const reportCsv = (sections: readonly ReportSection[]): string => {
  const line = (cells: string[]) => csvLine(cells.map(toCsvCell))
  const parts = sections.map(({ title, head, rows }) =>
    [[title], head, ...rows.map(({ label, cells }) => [label, ...cells.map(({ text }) => text)])].map(line).join(''),
  )
  return `\uFEFF${parts.join(csvLine([]))}`
}
