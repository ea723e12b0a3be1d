import { endpoint } from './endpoint.ts'
import { z } from './zod.ts'

const Health = z.object({ status: z.literal('ok') })

export const healthApi = {
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    access: 'public',
    summary: 'Liveness: the process runs',
    status: 200,
    response: Health,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    access: 'public',
    summary: 'Readiness: the database is available and writable, and the server is not shutting down',
    status: 200,
    response: Health,
  }),
}
