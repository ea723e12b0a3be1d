import type { FastifyRequest } from 'fastify'
import { isLoopbackRequest } from '../http/limits/loopback-request.ts'
import type { Services } from '../services.ts'
import type { UserRow } from './store.ts'

/** The demo password is public: demo accounts accept requests from this machine only. */
export const isDemoAccessDenied = ({ settings }: Services, user: UserRow, request: FastifyRequest): boolean =>
  user.is_demonstration && !(settings.isLocal && isLoopbackRequest(request))
