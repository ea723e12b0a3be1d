import type { FastifyRequest } from 'fastify'
import { isLoopbackRequest } from '../http/loopback.ts'
import type { Services } from '../services.ts'
import type { UserRow } from './store.ts'

/** Everybody may know the demonstration's password: its accounts open for who sits at this machine, and for nobody else. */
export const isDemoAccessDenied = ({ settings }: Services, user: UserRow, request: FastifyRequest): boolean =>
  user.is_demonstration && !(settings.isLocal && isLoopbackRequest(request))
