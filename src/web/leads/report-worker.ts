import { drawReport, type ReportOrder } from './report-document.ts'
import type { ReportLead } from './report-figures.ts'

/** First all the leads, in as many portions as there are, then the order. */
export type ToReportWorker = { kind: 'leads'; leads: ReportLead[] } | { kind: 'draw'; order: ReportOrder }
/** How many leads are drawn, time and again, then the finished file. What fails is an `error` event of the worker. */
export type FromReportWorker = { kind: 'drawn'; count: number } | { kind: 'done'; pdf: ArrayBuffer }

const leads: ReportLead[] = []

const answer = (message: FromReportWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data }: MessageEvent<ToReportWorker>) => {
  if (data.kind === 'leads') {
    leads.push(...data.leads)
    return
  }
  const pdf = drawReport(leads, data.order, count => answer({ kind: 'drawn', count }))
  answer({ kind: 'done', pdf }, [pdf])
}
