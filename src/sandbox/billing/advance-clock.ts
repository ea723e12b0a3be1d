import type { Account } from '../account/account.ts'
import { defaultClock, timeOfClock } from '../account/clock.ts'
import { nextWork } from './due-work.ts'

const setClock = ({ state, wallTime }: Account, clock: string, time: number): void => {
  const testClock = state.testClocks[clock]
  if (testClock) testClock.frozen_time = time
  else state.clockAhead = time - wallTime()
}

/** Does in the order of time what falls due up to the moment; at each step the clock shows that step's own time. */
export const advanceClock = (account: Account, clock: string, until: number): void => {
  for (let due = nextWork(account, clock); due && due.at <= until; due = nextWork(account, clock)) {
    if (due.at > timeOfClock(account, clock)) setClock(account, clock, due.at)
    due.run()
  }
  if (until > timeOfClock(account, clock)) setClock(account, clock, until)
  account.changed()
}

/** What the passing of real time brings about on the default clock. */
export const keepUp = (account: Account): void => {
  const { clockAhead } = account.state
  const now = timeOfClock(account)
  const due = nextWork(account, defaultClock)
  if (!due || due.at > now) return
  // Time steps back to each thing's own moment and returns, so that what was missed while stopped is dated right.
  account.state.clockAhead = Math.min(clockAhead, due.at - account.wallTime())
  advanceClock(account, defaultClock, now)
  account.state.clockAhead = clockAhead
}
