import type { FastifyInstance } from 'fastify'
import { isUntrustedProxy } from './client-ip.ts'

/** Logs one error about a forwarding header from a peer outside TRUSTED_PROXIES. */
export const warnAboutUntrustedProxy = (app: FastifyInstance): void => {
  let hasWarned = false
  app.addHook('onRequest', (request, _, done) => {
    if (!hasWarned && isUntrustedProxy(request)) {
      hasWarned = true
      const { ip } = request
      app.log.error({ ip, remedy: `TRUSTED_PROXIES=${ip}` }, 'forwarding header of an unknown proxy ignored')
    }
    done()
  })
}
