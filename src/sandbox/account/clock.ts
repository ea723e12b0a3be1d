import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { idOf } from './state.ts'

/** The clock of everyone who was not created under a test clock: the wall, plus what it was put forward. */
export const defaultClock = 'clock_sandbox'

/** Unix seconds as a clock shows them. */
export const timeOfClock = ({ state, wallTime }: Account, clock = defaultClock): number =>
  state.testClocks[clock]?.frozen_time ?? wallTime() + state.clockAhead

export const clockOf = ({ state }: Account, customer: string): string =>
  idOf(state.customers[customer]?.test_clock) || defaultClock

/** Unix seconds as the customer's clock shows them. */
export const timeFor = (account: Account, customer: string): number => timeOfClock(account, clockOf(account, customer))

export const asTestClock = (account: Account): Stripe.TestHelpers.TestClock => ({
  id: defaultClock,
  object: 'test_helpers.test_clock',
  created: 0,
  deletes_after: 4_102_444_800,
  frozen_time: timeOfClock(account),
  livemode: false,
  name: 'Relógio padrão',
  status: 'ready',
  status_details: {},
})
