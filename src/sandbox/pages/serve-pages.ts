import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Account } from '../account/account.ts'
import { sendNotice } from './send-page.ts'
import { serveCheckout } from './serve-checkout.ts'
import { serveInvoices } from './serve-invoices.ts'
import { type Controls, serveOperator } from './serve-operator.ts'
import { servePortal } from './serve-portal.ts'

const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8')

/** Detects DNS rebinding and cross-site form submissions. */
const isForeign = ({ headers, method }: FastifyRequest): boolean => {
  const host = headers.host ?? ''
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return true
  return method !== 'GET' && headers.origin !== undefined && headers.origin !== `http://${host}`
}

export const servePages = (app: FastifyInstance, account: Account, { webhookSender, reset }: Controls): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (isForeign(request)) return reply.code(403).type('text/plain; charset=utf-8').send('Endereço não aceito.')
  })
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send())
  serveCheckout(app, account, webhookSender)
  servePortal(app, account)
  serveInvoices(app, account)
  serveOperator(app, account, { webhookSender, reset })
  app.setNotFoundHandler((_request, reply) =>
    sendNotice(reply, 'Página não encontrada', 'Este endereço não existe no ambiente de teste.', 404),
  )
}
