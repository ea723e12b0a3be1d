import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../loopback.ts'

/** Is true for a request from this machine. Proxies are detected by their headers, DNS rebinding by the host header. */
export const isLoopbackRequest = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean =>
  isLoopback(ip) &&
  isLoopback((headers.host ?? '').replace(/:\d+$/, '')) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined
