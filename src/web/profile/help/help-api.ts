import { queryOptions } from '@tanstack/react-query'
import { supportApi } from '#contract/support/support.ts'
import { call } from '#web/lib/requests/http.ts'

export const supportQuery = queryOptions({
  queryKey: ['support'],
  queryFn: ({ signal }) => call(supportApi.find, { signal }),
})
