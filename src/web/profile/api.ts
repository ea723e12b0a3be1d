import { queryOptions } from '@tanstack/react-query'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { downloadFile } from '#web/lib/requests/download-file.ts'
import { call, callForBlob } from '#web/lib/requests/http.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const { sessions } = await call(authApi.sessions, { signal })
    return sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  },
})

export const revokeOtherSessions = (): Promise<void> => call(authApi.revokeOtherSessions)

export const downloadMyData = async (): Promise<void> =>
  downloadFile(await callForBlob(accountApi.export), `meus-dados_${toLocalDate(new Date())}.json`)

export const deleteAccount = (password: string): Promise<void> => call(accountApi.remove, { body: { password } })
