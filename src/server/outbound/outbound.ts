import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import type { DeliveryFailure, Refusal } from '#contract/webhooks/refusals.ts'
import { refuseAddress } from './address-rules.ts'

/** The address breaks a rule; no connection was made. */
class RefusedError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

export type Resolve = (hostname: string) => Promise<string[]>

export interface OutboundResponse {
  /** Absent without a response. */
  status?: number
  error?: DeliveryFailure
  /** Beginning of the body; absent for hosts that only the operator allows. */
  answer?: string
  retryAfterSeconds?: number
  ms: number
}

/** The only way to call addresses that customers choose. */
export interface Outbound {
  /** Returns why the address would be refused at this moment. */
  check(url: string): Promise<Refusal | undefined>
  /** Never throws, also when `signal` aborts the call. Follows no redirects. */
  post(url: string, headers: Record<string, string>, body: string, signal?: AbortSignal): Promise<OutboundResponse>
}

const totalTimeoutMs = 10_000
const maxBodyBytes = 64 * 1024
const maxAnswerLength = 2000
const securePorts = new Set(['', '443', '8443'])

/**
 * Queries DNS itself: `lookup` takes one of the process's few threads until a slow name server responds. A resolver per call
 * reads the current name servers of the system.
 */
const resolveAll: Resolve = async hostname => {
  if (/(^|\.)localhost\.?$/.test(hostname)) return ['127.0.0.1']
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return families.flatMap(family => (family.status === 'fulfilled' ? family.value : []))
}

/** Rejects with the reason of the signal, which undici does not look at before it is connected. */
const rejectOnAbort = async (signal: AbortSignal): Promise<never> => {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

interface Rules {
  webhookAllowHosts: readonly string[]
  publicUrl: string
}

/** `URL` also decodes hosts such as `2130706433` and `0x7f.1`. Throws `RefusedError`. */
const parseTarget = (text: string, { webhookAllowHosts, publicUrl }: Rules): { url: URL; isAllowed: boolean } => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new RefusedError('invalid-url')
  if (url.username !== '' || url.password !== '') throw new RefusedError('credentials')
  if (webhookAllowHosts.includes(url.host)) return { url, isAllowed: true }
  if (url.protocol !== 'https:') throw new RefusedError('not-https')
  if (!securePorts.has(url.port) && Number(url.port) < 1024) throw new RefusedError('port')
  const bareHost = url.hostname.replace(/\.$/, '')
  if (bareHost === new URL(publicUrl).hostname) throw new RefusedError('own-host')
  return { url, isAllowed: false }
}

/** Returns an address to connect to. One bad address among several refuses them all. Throws `RefusedError`. */
const resolvePublic = async (hostname: string, resolve: Resolve): Promise<string> => {
  const host = withoutBrackets(hostname)
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host]
  const refusal = addresses.map(refuseAddress).find(one => one !== undefined)
  if (refusal !== undefined) throw new RefusedError(refusal)
  const [first] = addresses
  if (first === undefined) throw new RefusedError('unresolved')
  return first
}

/** Checks and connects to the same address, so that a name cannot change its answer in between. */
const createConnector = (rules: Rules, resolve: Resolve): buildConnector.connector => {
  const connect = buildConnector({ timeout: totalTimeoutMs })
  return (options, callback) => {
    const { hostname, port } = options
    const host = withoutBrackets(hostname)
    const isAllowed = rules.webhookAllowHosts.includes(port ? `${hostname}:${port}` : hostname)
    const servername = options.servername ?? (isIP(host) === 0 ? host : undefined)
    const address = isAllowed ? Promise.resolve(host) : resolvePublic(hostname, resolve)
    address.then(
      pinned => connect({ ...options, hostname: pinned, ...(servername !== undefined && { servername }) }, callback),
      error => callback(error, null),
    )
  }
}

const failureOf = (error: unknown): DeliveryFailure => {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof RefusedError) return one.refusal
    const { name, code = '' } = one as NodeJS.ErrnoException
    if (name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout'
    if (code === 'ECONNREFUSED') return 'connection-refused'
    if (/CERT|TLS|SSL|SELF_SIGNED|EPROTO|UNABLE_TO/.test(code)) return 'tls'
  }
  return 'connection-failed'
}

const maxRetryAfterSeconds = 24 * 60 * 60

const retryAfterOf = (header: unknown): number | undefined => {
  const seconds = typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : undefined
  return seconds === undefined ? undefined : Math.min(seconds, maxRetryAfterSeconds)
}

/** Reads the beginning of a body. A body that is too long or too slow is cut off: the status has decided already. */
const readBeginning = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxBodyBytes) break
    }
  } catch {
    // What was read so far is enough for the log.
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '').slice(0, maxAnswerLength)
}

export const createOutbound = (
  rules: Rules,
  { resolve = resolveAll, timeoutMs = totalTimeoutMs }: { resolve?: Resolve; timeoutMs?: number } = {},
): Outbound => {
  // Without pipelining undici keeps no connection, so each call is checked.
  const dispatcher = new Agent({ connect: createConnector(rules, resolve), pipelining: 0, maxResponseSize: -1 })
  const send = async (text: string, headers: Record<string, string>, body: string, aborted?: AbortSignal) => {
    const { url, isAllowed } = parseTarget(text, rules)
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = aborted ? AbortSignal.any([timeout, aborted]) : timeout
    const sent = request(url, { method: 'POST', dispatcher, headers, body, signal })
    const response = await Promise.race([sent, rejectOnAbort(signal)])
    const answer = await readBeginning(response.body)
    const retryAfterSeconds = retryAfterOf(response.headers['retry-after'])
    return {
      status: response.statusCode,
      ...(!isAllowed && { answer }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    }
  }
  return {
    check: async text => {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const { url, isAllowed } = parseTarget(text, rules)
        if (!isAllowed) await Promise.race([resolvePublic(url.hostname, resolve), rejectOnAbort(signal)])
        return undefined
      } catch (error) {
        if (error instanceof RefusedError) return error.refusal
        if (signal.aborted) return 'unresolved'
        throw error
      }
    },
    post: async (url, headers, body, signal) => {
      const begunAt = performance.now()
      const outcome = await send(url, headers, body, signal).catch(error => ({ error: failureOf(error) }))
      return { ...outcome, ms: Math.round(performance.now() - begunAt) }
    },
  }
}
