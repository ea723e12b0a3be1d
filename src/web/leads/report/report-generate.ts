import type { Lead, LeadFilters, LeadPage } from '#contract/leads/leads.ts'
import { isTransient } from '#web/lib/requests/query-client.ts'
import { fetchTeam } from '#web/team/api.ts'
import { loadLeads } from '../api-on-demand.ts'
import type { ReportRequest } from './report-document.ts'
import type { MemberNames, ReportLead } from './report-stats.ts'
import type { ReportWorkerRequest, ReportWorkerResponse } from './report-worker.ts'
import { startReportWorker } from './report-worker-start.ts'

export interface ReportCallbacks {
  /** Stops loading and terminates the worker. The report rejects with the signal's reason. */
  signal: AbortSignal
  onProgress: (percent: number) => void
  /** Called once, above `confirmAbove` leads. */
  confirm: (total: number) => Promise<boolean>
}

export const confirmAbove = 20_000
const pageSize = '500'
/** Estimated share of loading in the total time; drawing takes the rest. */
const loadingPercent = 35

/** Loads every matching lead and draws the report. Returns `null` if the user declines a very long report. */
export const generateReport = async (
  order: Omit<ReportRequest, 'members'>,
  callbacks: ReportCallbacks,
): Promise<Blob | null> => {
  const worker = startReportWorker()
  const send = (message: ReportWorkerRequest) => worker.postMessage(message)
  let loaded = 0
  const drawn = waitForPdf(worker, callbacks.signal, count => {
    callbacks.onProgress(loadingPercent + ((100 - loadingPercent) * count) / Math.max(1, loaded))
  })
  try {
    for await (const { leads, total } of pagesOf(order.filters, callbacks.signal)) {
      if (loaded === 0 && total > confirmAbove && !(await callbacks.confirm(total))) return null
      send({ kind: 'leads', leads: leads.map(reportLead) })
      loaded += leads.length
      callbacks.onProgress((loadingPercent * loaded) / Math.max(total, loaded, 1))
    }
    const members = await withRetries(callbacks.signal, () => loadMemberNames(callbacks.signal))
    send({ kind: 'draw', request: { ...order, members } })
    return new Blob([await drawn], { type: 'application/pdf' })
  } finally {
    worker.terminate()
  }
}

/** Resolves with the file or rejects with the worker's error. */
export const waitForPdf = (
  worker: Worker,
  signal: AbortSignal,
  onDrawn: (count: number) => void,
): Promise<ArrayBuffer> => {
  const pdf = new Promise<ArrayBuffer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReportWorkerResponse>) => {
      if (data.kind === 'drawn') onDrawn(data.count)
      else resolve(data.pdf)
    }
    worker.onerror = event => reject(new Error(event.message || 'The report worker did not start'))
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  // Prevents an unhandled rejection while leads still load.
  pdf.catch(() => {})
  return pdf
}

async function* pagesOf(filters: LeadFilters, signal: AbortSignal): AsyncGenerator<LeadPage> {
  let cursor: string | null = null
  do {
    const page: LeadPage = await withRetries(signal, () => loadLeads(filters, pageSize, cursor, signal))
    yield page
    cursor = page.nextCursor
  } while (cursor !== null)
}

const retries = 2
const retryMs = 800

const withRetries = async <Result>(signal: AbortSignal, load: () => Promise<Result>): Promise<Result> => {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted()
    try {
      return await load()
    } catch (error) {
      if (failures >= retries || !isTransient(error)) throw error
      await new Promise(resolve => setTimeout(resolve, retryMs))
    }
  }
}

const loadMemberNames = async (signal: AbortSignal): Promise<MemberNames> => {
  const { members } = await fetchTeam(signal)
  return members.length > 1 ? new Map(members.map(({ _id, nome }) => [_id, nome])) : null
}

/** Sends only the printed fields: descriptions may have thousands of characters. */
const reportLead = (lead: Lead): ReportLead => ({
  nome: lead.nome,
  negocio: lead.negocio,
  telefone: lead.telefone,
  email: lead.email,
  valorServico: lead.valorServico,
  status: lead.status,
  dataProspeccao: lead.dataProspeccao,
  dataFechamento: lead.dataFechamento,
  userId: lead.userId,
})
