import { queryOptions } from '@tanstack/react-query'
import type { RequestInput } from '#contract/endpoint.ts'
import { type Import, importPartBytes, NewImport, workingStates } from '#contract/spreadsheets/import.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { downloadFile } from '#web/lib/requests/download-file.ts'
import { call, callForBlob } from '#web/lib/requests/http.ts'

const importsKey = ['imports']
const pollIntervalMs = 1000

export const importsQuery = queryOptions({
  queryKey: [...importsKey, 'list'],
  queryFn: async ({ signal }) => (await call(importsApi.list, { signal })).imports,
})

export const isWorking = ({ state }: Import): boolean => workingStates.includes(state)

/** Polls while the server works. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, 'one', id],
    queryFn: ({ signal }) => call(importsApi.find, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? pollIntervalMs : false),
  })

export type ImportOptions = RequestInput<typeof importsApi.configure>['body']

export const configureImport = (id: string, body: ImportOptions) => call(importsApi.configure, { params: { id }, body })
export const startImport = (id: string) => call(importsApi.start, { params: { id } })
export const cancelImport = (id: string) => call(importsApi.cancel, { params: { id } })
export const undoImport = (id: string) => call(importsApi.undo, { params: { id } })

export const downloadFailedRows = async ({ _id: id, fileName }: Import): Promise<void> => {
  const file = await callForBlob(importsApi.failedRows, { params: { id } })
  downloadFile(file, `${fileName.replace(/\.\w+$/, '')} - linhas com problema.csv`)
}

/** Returns why a file cannot be uploaded. */
export const rejectionOf = ({ name, size }: File): string | undefined =>
  NewImport.safeParse({ fileName: name, bytes: size }).error?.issues[0]?.message

/** Uploads a file in parts and starts reading it. Calls `onProgress` with the share that has arrived. */
export const uploadFile = async (file: File, onProgress: (share: number) => void): Promise<Import> => {
  const { _id: id } = await call(importsApi.create, { body: { fileName: file.name, bytes: file.size } })
  for (let start = 0; start < file.size; start += importPartBytes) {
    const bytes = file.slice(start, start + importPartBytes)
    await call(importsApi.upload, { params: { id, part: String(start / importPartBytes) }, bytes })
    onProgress(Math.min(1, (start + importPartBytes) / file.size))
  }
  return configureImport(id, {})
}
