import type Stripe from 'stripe'

export const newTestClock = (input: {
  id: string
  created: number
  frozen_time: number
  name: string | null
}): Stripe.TestHelpers.TestClock => ({
  ...input,
  object: 'test_helpers.test_clock',
  deletes_after: input.created + 30 * 86_400,
  livemode: false,
  status: 'ready',
  status_details: {},
})
