import type { FastifyRequest } from 'fastify'

/** Names and addresses that lead to this machine from itself alone; 0.0.0.0 and :: are everybody's. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::ffff:127(\.\d{1,3}){3}|\[::1\]|::1)$/i.test(hostname)

/**
 * Whether somebody at this machine asks, as far as a request shows it: a proxy is found by its header, and a site that makes
 * its own name point here by that name.
 */
export const isLoopbackRequest = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean =>
  isLoopback(ip) &&
  isLoopback((headers.host ?? '').replace(/:\d+$/, '')) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined
