import type { FastifyInstance, FastifyRequest } from 'fastify'

const redactedFields = [
  'authorization',
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'token',
  'secret',
  'link',
]

/** Of an error what helps to find it. The database's `detail` and `where` quote the rows that people wrote. */
const describeError = (error: Error & { code?: unknown }) => ({
  type: error.name,
  message: error.message,
  code: error.code,
  stack: error.stack ?? '',
})

/** Where lines go instead of the standard output. */
export interface LogStream {
  write(line: string): void
}

/** JSON lines in UTC. Bodies, headers and addresses with their query are never logged; the redaction is a second lock. */
export const loggerOptions = (level: string) => ({
  level,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label: string) => ({ level: label }) },
  serializers: { err: describeError },
  redact: redactedFields.flatMap(name => [name, `*.${name}`, `*.*.${name}`]),
})

const userIds = new WeakMap<FastifyRequest, string>()

/** Whose request it is, for the log. */
export const setRequestUser = (request: FastifyRequest, userId: string): void => {
  userIds.set(request, userId)
}

const requestIdentity = (request: FastifyRequest) => ({ userId: userIds.get(request), ip: request.ip })

export type SecurityEvent =
  | 'registered'
  | 'login_succeeded'
  | 'login_failed'
  | 'logged_out'
  | 'wrong_password'
  | 'password_changed'
  | 'email_change_requested'
  | 'email_changed'
  | 'reset_requested'
  | 'reset_succeeded'
  | 'sessions_revoked'
  | 'account_deleted'
  | 'access_denied'
  | 'limit_exceeded'
  | 'webhook_rejected'

/** One line for whoever looks into an attack. `userId`: whom it is about, where nobody is signed in. */
export const logSecurityEvent = (
  request: FastifyRequest,
  event: SecurityEvent,
  about: { userId?: string | undefined } = {},
): void => request.log.info({ event, ...requestIdentity(request), ...about }, event)

/** One line for each request, when it is over: its route as the contract writes it, never its address. */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        ...requestIdentity(request),
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
