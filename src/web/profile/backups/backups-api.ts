import { queryOptions } from '@tanstack/react-query'
import { accountBackupsApi } from '#contract/account-backups/account-backups.ts'
import {
  type Restore,
  type RestoreMode,
  type restoreWord,
  workingRestoreStates,
} from '#contract/account-backups/restore.ts'
import { call } from '#web/lib/requests/http.ts'

const backupsKey = ['account-backups']
const pollIntervalMs = 1000

/** Polls while the server makes a backup. */
export const backupsQuery = queryOptions({
  queryKey: [...backupsKey, 'list'],
  queryFn: ({ signal }) => call(accountBackupsApi.list, { signal }),
  refetchInterval: ({ state }) => (state.data?.isBeingMade ? pollIntervalMs : false),
})

export const createBackup = () => call(accountBackupsApi.create)

export const isWorking = ({ state }: Restore): boolean => workingRestoreStates.includes(state)

/** Polls while the server works. */
export const restoreQuery = (id: string) =>
  queryOptions({
    queryKey: [...backupsKey, 'restore', id],
    queryFn: ({ signal }) => call(accountBackupsApi.findRestore, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? pollIntervalMs : false),
  })

export const prepareRestore = (backupId: string, mode: RestoreMode) =>
  call(accountBackupsApi.prepareRestore, { body: { backupId, mode } })
export const startRestore = (id: string, confirmation: typeof restoreWord | undefined) =>
  call(accountBackupsApi.startRestore, { params: { id }, body: confirmation ? { confirmation } : {} })
export const cancelRestore = (id: string) => call(accountBackupsApi.cancelRestore, { params: { id } })
export const undoRestore = (id: string) => call(accountBackupsApi.undoRestore, { params: { id } })

/** Asks for a link and lets the browser download the file itself, whatever its size. */
export const downloadBackup = async (id: string, password: string): Promise<void> => {
  const { url } = await call(accountBackupsApi.createLink, { params: { id }, body: { password } })
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
