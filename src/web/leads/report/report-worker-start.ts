import { trustedScriptUrl } from '#web/lib/trusted-script-url.ts'
import workerUrl from './report-worker.ts?worker&url'

export const startReportWorker = (): Worker =>
  new Worker(trustedScriptUrl('report-worker', workerUrl), { type: 'module', name: 'report' })
