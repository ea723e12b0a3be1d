import type { Account } from '../account/account.ts'
import { clockTime, defaultClockId } from '../account/clock.ts'
import { nextTask } from './scheduled-tasks.ts'

const setClock = ({ state, wallTime }: Account, clock: string, time: number): void => {
  const testClock = state.testClocks[clock]
  if (testClock) testClock.frozen_time = time
  else state.clockAhead = time - wallTime()
}

/** Runs the tasks due until `until` in order of time. During each task the clock shows the task's own time. */
export const advanceClock = (account: Account, clock: string, until: number): void => {
  for (let due = nextTask(account, clock); due && due.at <= until; due = nextTask(account, clock)) {
    if (due.at > clockTime(account, clock)) setClock(account, clock, due.at)
    due.run()
  }
  if (until > clockTime(account, clock)) setClock(account, clock, until)
  account.scheduleSave()
}

/** Runs the tasks that fell due on the default clock as real time passed. */
export const catchUpDefaultClock = (account: Account): void => {
  const { clockAhead } = account.state
  const now = clockTime(account)
  const due = nextTask(account, defaultClockId)
  if (!due || due.at > now) return
  // The clock goes back to the first task's time, so that tasks missed while stopped get correct dates.
  account.state.clockAhead = Math.min(clockAhead, due.at - account.wallTime())
  advanceClock(account, defaultClockId, now)
  account.state.clockAhead = clockAhead
}
