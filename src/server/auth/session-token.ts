import { hash, randomBytes } from 'node:crypto'
import { sessionIdleDays, sessionMaxDays } from '#contract/retention.ts'

const hourMs = 60 * 60 * 1000
export const sessionIdleTtlMs = sessionIdleDays * 24 * hourMs
export const sessionMaxAgeMs = sessionMaxDays * 24 * hourMs

/** Returns the earliest last use and the earliest creation of a valid session. */
export const sessionCutoffs = (now: Date): [idleSince: Date, begunSince: Date] => [
  new Date(now.getTime() - sessionIdleTtlMs),
  new Date(now.getTime() - sessionMaxAgeMs),
]

/** Minimum time between two writes of a session's last use. */
export const sessionTouchIntervalMs = hourMs

/** Creates a token of 256 random bits. Store only its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Returns the token of an `Authorization: Bearer …` header. */
export const bearerToken = (header: string | undefined): string | undefined =>
  /^Bearer ([\w-]{43})$/i.exec(header ?? '')?.[1]
