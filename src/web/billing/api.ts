import { localDay } from '#contract/dates.ts'
import { leadsApi } from '#contract/leads.ts'
import { callForFile } from '#web/lib/http.ts'
import { saveFile } from '#web/lib/save-file.ts'

export type ExportFormat = 'csv' | 'json'

/** Downloads all of the caller's leads, which needs no subscription. */
export async function downloadLeads(format: ExportFormat): Promise<void> {
  const file = await callForFile(leadsApi.export, { query: { format } })
  saveFile(file, `leads_${localDay(new Date())}.${format}`)
}
