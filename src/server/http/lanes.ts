import type { FastifyReply } from 'fastify'
import type { Endpoint, Weight } from '#contract/endpoint.ts'
import { type EndTurn, type Line, type LineSize, openLine } from './line.ts'

interface LaneSize {
  ofAccount: LineSize
  /** Of all accounts together: bodies that are being read or wait to be worked on. */
  bodies?: LineSize
  /** Of all accounts together: calls that are worked on, each on a connection of its own. */
  working?: LineSize
}

type Kind = Weight | 'light' | 'provider'

/**
 * One account takes few of the ten connections, whatever it asks for; the heavy calls of all accounts together leave four.
 * Counted in this process: with N processes an account gets N times as much (decision 008).
 */
const sizes: Record<Kind, LaneSize> = {
  light: { ofAccount: { atOnce: 4, waiting: 200 } },
  // It waits for somebody else, without a connection: while it hangs, the account's leads must not wait behind it.
  provider: { ofAccount: { atOnce: 8, waiting: 20 } },
  search: { ofAccount: { atOnce: 2, waiting: 50 }, working: { atOnce: 4, waiting: 200 } },
  export: { ofAccount: { atOnce: 2, waiting: 10 } },
  restore: {
    ofAccount: { atOnce: 1, waiting: 100 },
    bodies: { atOnce: 8, waiting: 100 },
    working: { atOnce: 2, waiting: 8 },
  },
}

/** A call that was let in; its turn is over when it was answered or given up and what it began has come to an end. */
export interface Turn {
  /** Resolves when it may take a connection. Throws `too_many_at_once`. */
  begin(): Promise<void>
  end(): void
}

export interface Lanes {
  /** Waits, before the body is read, until the account has a turn. Throws `too_many_at_once`. */
  enter(endpoint: Endpoint, accountId: string, reply: FastifyReply): Promise<Turn>
}

const openLane = ({ ofAccount, bodies, working }: LaneSize) => {
  const accounts = new Map<string, Line>()
  const [allBodies, allWorking] = [bodies && openLine(bodies), working && openLine(working)]

  const enter = async (accountId: string, gone: AbortSignal): Promise<EndTurn> => {
    const line = accounts.get(accountId) ?? openLine(ofAccount)
    accounts.set(accountId, line)
    const endTurn = await line.take(gone)
    const leave = () => {
      endTurn()
      if (line.isEmpty() && accounts.get(accountId) === line) accounts.delete(accountId)
    }
    const endBody = await allBodies?.take(gone).catch(error => {
      leave()
      throw error
    })
    return () => {
      endBody?.()
      leave()
    }
  }
  return { enter, working: allWorking }
}

export const openLanes = (): Lanes => {
  const lanes = {
    light: openLane(sizes.light),
    provider: openLane(sizes.provider),
    search: openLane(sizes.search),
    export: openLane(sizes.export),
    restore: openLane(sizes.restore),
  }
  return {
    enter: async ({ weight, callsPaymentProvider }, accountId, { raw }) => {
      const lane = lanes[weight ?? (callsPaymentProvider ? 'provider' : 'light')]
      const gone = new AbortController()
      raw.once('close', () => gone.abort())
      const leave = await lane.enter(accountId, gone.signal)
      let isWorking = false
      let endWork: EndTurn | undefined
      const leaveWhenOver = () => {
        if (!isWorking && gone.signal.aborted) leave()
      }
      gone.signal.addEventListener('abort', leaveWhenOver)
      leaveWhenOver()
      return {
        begin: async () => {
          endWork = await lane.working?.take(gone.signal)
          isWorking = true
        },
        end: () => {
          isWorking = false
          endWork?.()
          leaveWhenOver()
        },
      }
    },
  }
}
