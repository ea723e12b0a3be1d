import { queryOptions } from '@tanstack/react-query'
import { accountApi } from '#contract/account.ts'
import { authApi } from '#contract/auth.ts'
import { toLocalDate } from '#contract/dates.ts'
import { call, callForFile } from '#web/lib/http.ts'
import { saveFile } from '#web/lib/save-file.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const { sessions } = await call(authApi.sessions, { signal })
    return sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  },
})

export const endOtherSessions = (): Promise<void> => call(authApi.revokeOtherSessions)

export const downloadMyData = async (): Promise<void> =>
  saveFile(await callForFile(accountApi.export), `meus-dados_${toLocalDate(new Date())}.json`)

export const removeAccount = (password: string): Promise<void> => call(accountApi.remove, { body: { password } })
