import type { FastifyInstance } from 'fastify'
import { isUnnamedProxy } from './client-address.ts'

/** Tells the operator, once, of a forwarding header from somebody whom TRUSTED_PROXIES does not name. */
export const warnOfUnnamedProxy = (app: FastifyInstance): void => {
  let isTold = false
  app.addHook('onRequest', async request => {
    if (isTold || !isUnnamedProxy(request)) return
    isTold = true
    const { ip } = request
    app.log.error(
      { ip },
      `a request from ${ip} carries X-Forwarded-For or Forwarded, and TRUSTED_PROXIES does not name ${ip}: the header is not ` +
        `believed, and everybody behind it shares limits. If this is your proxy, start with TRUSTED_PROXIES=${ip}`,
    )
  })
}
