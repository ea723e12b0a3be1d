import { defaultClockId, defaultTestClock } from '../account/clock.ts'
import { emit } from '../account/emit.ts'
import { getTestClock } from '../account/find.ts'
import { newId } from '../account/ids.ts'
import { advanceClock } from '../billing/advance-clock.ts'
import { newTestClock } from '../objects/test-clock.ts'
import { invalidParameter, invalidRequest } from '../wire/api-error.ts'
import { integer, params, required, text } from '../wire/fields.ts'
import { route } from '../wire/route.ts'

export const testClockRoutes = [
  route('POST', '/v1/test_helpers/test_clocks', {
    params: params({ frozen_time: required(integer), name: text }),
    run: (account, { params: input }) => {
      const clock = newTestClock({
        id: newId('clock'),
        created: account.wallTime(),
        frozen_time: input.frozen_time,
        name: input.name ?? null,
      })
      account.state.testClocks[clock.id] = clock
      emit(account, 'test_helpers.test_clock.created', clock)
      return clock
    },
  }),
  route('GET', '/v1/test_helpers/test_clocks/:id', {
    params: params({}),
    run: (account, { id }) => (id === defaultClockId ? defaultTestClock(account) : getTestClock(account, id)),
  }),
  route('POST', '/v1/test_helpers/test_clocks/:id/advance', {
    params: params({ frozen_time: required(integer) }),
    run: (account, { id, params: { frozen_time: until } }) => {
      const clock = id === defaultClockId ? defaultTestClock(account) : getTestClock(account, id)
      if (until <= clock.frozen_time)
        throw invalidParameter('frozen_time', 'You must advance the clock to a time after its current frozen time.')
      if (clock.status === 'advancing')
        throw invalidRequest('Test clock advancement underway - cannot perform modifications.', 'test_clock_advancing')
      clock.status = 'advancing'
      clock.status_details = { advancing: { target_frozen_time: until } }
      emit(account, 'test_helpers.test_clock.advancing', clock)
      const response = structuredClone(clock)
      const finish = () => {
        advanceClock(account, id, until)
        clock.status = 'ready'
        clock.status_details = {}
        emit(account, 'test_helpers.test_clock.ready', id === defaultClockId ? defaultTestClock(account) : clock)
      }
      // Like Stripe, responds before advancing a test clock. The default clock advances first.
      if (id === defaultClockId) finish()
      else setImmediate(finish)
      return response
    },
  }),
]
