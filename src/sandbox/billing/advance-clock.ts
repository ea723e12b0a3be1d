import type { Account } from '../account/account.ts'
import { clockTime, defaultClockId } from '../account/clock.ts'
import { nextTask } from './scheduled-tasks.ts'

const setClock = ({ state, wallTime }: Account, clock: string, time: number): void => {
  const testClock = state.testClocks[clock]
  if (testClock) testClock.frozen_time = time
  else state.clockAhead = time - wallTime()
}

/** Does in the order of time what falls due up to the moment; at each step the clock shows that step's own time. */
export const advanceClock = (account: Account, clock: string, until: number): void => {
  for (let due = nextTask(account, clock); due && due.at <= until; due = nextTask(account, clock)) {
    if (due.at > clockTime(account, clock)) setClock(account, clock, due.at)
    due.run()
  }
  if (until > clockTime(account, clock)) setClock(account, clock, until)
  account.scheduleSave()
}

/** What the passing of real time brings about on the default clock. */
export const catchUpDefaultClock = (account: Account): void => {
  const { clockAhead } = account.state
  const now = clockTime(account)
  const due = nextTask(account, defaultClockId)
  if (!due || due.at > now) return
  // Time steps back to each thing's own moment and returns, so that what was missed while stopped is dated right.
  account.state.clockAhead = Math.min(clockAhead, due.at - account.wallTime())
  advanceClock(account, defaultClockId, now)
  account.state.clockAhead = clockAhead
}
