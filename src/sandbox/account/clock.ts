import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { idOf } from './state.ts'

/** The clock of every customer without a test clock: real time plus `clockAhead`. */
export const defaultClockId = 'clock_sandbox'

export const clockTime = ({ state, wallTime }: Account, clock = defaultClockId): number =>
  state.testClocks[clock]?.frozen_time ?? wallTime() + state.clockAhead

export const clockIdOf = ({ state }: Account, customer: string): string =>
  idOf(state.customers[customer]?.test_clock) || defaultClockId

/** Unix seconds on the customer's clock. */
export const customerTime = (account: Account, customer: string): number =>
  clockTime(account, clockIdOf(account, customer))

export const defaultTestClock = (account: Account): Stripe.TestHelpers.TestClock => ({
  id: defaultClockId,
  object: 'test_helpers.test_clock',
  created: 0,
  deletes_after: 4_102_444_800,
  frozen_time: clockTime(account),
  livemode: false,
  name: 'Relógio padrão',
  status: 'ready',
  status_details: {},
})
