import { drawReport, type ReportRequest } from './report-document.ts'
import type { ReportLead } from './report-stats.ts'
import { drawSalesReport, type PrintedReport } from './sales-report-document.ts'

/** The leads arrive in chunks, followed by the command to draw. */
export type ReportWorkerRequest =
  | { kind: 'leads'; leads: ReportLead[] }
  | { kind: 'draw'; request: ReportRequest }
  | { kind: 'sales'; report: PrintedReport }
/** Progress messages, then the finished file. A failure is an `error` event of the worker. */
export type ReportWorkerResponse = { kind: 'drawn'; count: number } | { kind: 'done'; pdf: ArrayBuffer }

const leads: ReportLead[] = []

const respond = (message: ReportWorkerResponse, transfer: Transferable[] = []) =>
  self.postMessage(message, { transfer })

self.onmessage = ({ data }: MessageEvent<ReportWorkerRequest>) => {
  if (data.kind === 'leads') {
    leads.push(...data.leads)
    return
  }
  const pdf =
    data.kind === 'sales'
      ? drawSalesReport(data.report)
      : drawReport(leads, data.request, count => respond({ kind: 'drawn', count }))
  respond({ kind: 'done', pdf }, [pdf])
}
