import type { FastifyRequest } from 'fastify'

/** Hosts that only this machine can reach; 0.0.0.0 and :: accept remote connections. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::ffff:127(\.\d{1,3}){3}|\[::1\]|::1)$/i.test(hostname)

/** Is true for a request from this machine. Proxies are detected by their headers, DNS rebinding by the host header. */
export const isLoopbackRequest = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean =>
  isLoopback(ip) &&
  isLoopback((headers.host ?? '').replace(/:\d+$/, '')) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined
