import { loadReportBrand, type ReportBrand } from './report-brand.ts'
import { waitForPdf } from './report-generate.ts'
import type { ReportWorkerRequest } from './report-worker.ts'
import { startReportWorker } from './report-worker-start.ts'
import type { PrintedReport } from './sales-report-document.ts'

/** Draws a sales report as a PDF. Rejects when the worker does not load. */
export const generateSalesReport = async (unbranded: Omit<PrintedReport, keyof ReportBrand>): Promise<Blob> => {
  const report = { ...unbranded, ...(await loadReportBrand()) }
  const worker = startReportWorker()
  try {
    const drawn = waitForPdf(worker, new AbortController().signal, () => {})
    worker.postMessage({ kind: 'sales', report } satisfies ReportWorkerRequest)
    return new Blob([await drawn], { type: 'application/pdf' })
  } finally {
    worker.terminate()
  }
}
