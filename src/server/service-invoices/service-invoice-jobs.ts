import type { Job } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { sendServiceInvoices } from './send-messages.ts'
import { countUndelivered, startQueuing, stopQueuing } from './store.ts'

type Log = Record<'warn' | 'error', (about: object, message: string) => void>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Tells the operator's system about payments and refunds, once a minute. Without an address, nothing is queued. */
export const serviceInvoiceJobs = (services: Services, log: Log): Job[] => [
  {
    name: 'send-service-invoices',
    intervalMs: minuteMs,
    leaseMs: 10 * minuteMs,
    run: async () => {
      const { db, now, settings } = services
      const hook = settings.serviceInvoiceHook
      if (!hook) return stopQueuing(db)
      await startQueuing(db, now())
      return sendServiceInvoices({ ...services, warn: (about, message) => log.warn(about, message) }, hook)
    },
  },
  {
    name: 'undelivered-service-invoices',
    intervalMs: dayMs,
    leaseMs: minuteMs,
    run: async () => {
      const waiting = await countUndelivered(services.db, new Date(services.now().getTime() - dayMs))
      if (waiting > 0) log.error({ waiting }, 'service invoices not delivered for a day')
    },
  },
]
