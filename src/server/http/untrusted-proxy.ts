import type { FastifyInstance } from 'fastify'
import { isUntrustedProxy } from './client-ip.ts'

/** Tells the operator, once, of a forwarding header from somebody whom TRUSTED_PROXIES does not name. */
export const warnAboutUntrustedProxy = (app: FastifyInstance): void => {
  let hasWarned = false
  app.addHook('onRequest', async request => {
    if (hasWarned || !isUntrustedProxy(request)) return
    hasWarned = true
    const { ip } = request
    app.log.error(
      { ip },
      `a request from ${ip} carries X-Forwarded-For or Forwarded, and TRUSTED_PROXIES does not name ${ip}: the header is not ` +
        `believed, and everybody behind it shares limits. If this is your proxy, start with TRUSTED_PROXIES=${ip}`,
    )
  })
}
