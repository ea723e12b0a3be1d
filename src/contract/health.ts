import { endpoint } from './endpoint.ts'
import { z } from './zod.ts'

const Health = z.object({ status: z.literal('ok') })

export const healthApi = {
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    access: 'public',
    summary: 'The process runs',
    status: 200,
    response: Health,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    access: 'public',
    summary: 'The database answers, has space to write, and the server is not shutting down',
    status: 200,
    response: Health,
  }),
}
