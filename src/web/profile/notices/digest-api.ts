import { queryOptions } from '@tanstack/react-query'
import { type DigestSettings, digestApi } from '#contract/digest/digest.ts'
import { call } from '#web/lib/requests/http.ts'

export const digestQuery = queryOptions({
  queryKey: ['digest'],
  queryFn: ({ signal }) => call(digestApi.find, { signal }),
})

export const changeDigest = (isWanted: boolean): Promise<DigestSettings> =>
  call(digestApi.change, { body: { isWanted } })
