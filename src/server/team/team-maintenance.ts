import type { Job } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { removeExpiredInvites } from './invite-store.ts'

const dayMs = 24 * 60 * 60_000

export const teamJobs = ({ db, now }: Services): Job[] => [
  {
    name: 'remove-expired-invites',
    intervalMs: dayMs,
    leaseMs: 10 * 60_000,
    run: async () => {
      await removeExpiredInvites(db, now())
    },
  },
]
