import type { Account } from '../account/account.ts'
import { getEvent } from '../account/find.ts'
import { newestFirst } from '../account/state.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { boolean, isInRange, list, listParams, params, rangeOrInteger, text } from '../wire/fields.ts'
import { paginate } from '../wire/paginate.ts'
import { route } from '../wire/route.ts'

const wasDelivered = ({ state }: Account, event: string): boolean =>
  Object.values(state.deliveries).every(delivery => delivery.event !== event || delivery.state === 'delivered')

const matches = (type: string, wanted: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted

export const eventRoutes = [
  route('GET', '/v1/events', {
    params: listParams({ type: text, types: list(text), created: rangeOrInteger, delivery_success: boolean }),
    run: (account, { params: { type, types, created, delivery_success: delivered, ...page } }) => {
      if (type !== undefined && types !== undefined)
        throw invalidRequest('You may pass either type or types, but not both.', 'parameters_exclusive')
      if ((types?.length ?? 0) > 20) throw invalidRequest('You may pass at most 20 types.')
      return paginate(
        '/v1/events',
        newestFirst(account.state.events).filter(
          event =>
            (type === undefined || matches(event.type, type)) &&
            (types === undefined || types.some(wanted => matches(event.type, wanted))) &&
            isInRange(event.created, created) &&
            (delivered === undefined || wasDelivered(account, event.id) === delivered),
        ),
        page,
      )
    },
  }),
  route('GET', '/v1/events/:id', { params: params({}), run: (account, { id }) => getEvent(account, id) }),
]
