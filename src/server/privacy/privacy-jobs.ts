import type { Job } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { remindOfRequests } from './remind-of-requests.ts'
import { keepAnonymizations } from './repeat-anonymizations.ts'

const minuteMs = 60_000

export const privacyJobs = (services: Services): Job[] => [
  // Each request keeps its own at once; this is for those whose file could not be written.
  {
    name: 'keep-anonymizations',
    intervalMs: minuteMs,
    leaseMs: 10 * minuteMs,
    run: () => keepAnonymizations(services),
  },
  {
    name: 'remind-of-requests',
    intervalMs: 60 * minuteMs,
    leaseMs: 10 * minuteMs,
    run: () => remindOfRequests(services),
  },
]
