import type { Import, ImportOptions } from '#contract/spreadsheets/import.ts'
import { importPartBytes } from '#contract/spreadsheets/import.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { runDueJobs } from '../jobs/run-jobs.ts'
import { importJobs } from '../spreadsheets/import-jobs.ts'
import type { TestApp } from './test-app.ts'

const log = {
  warn: (about: object) => {
    throw (about as { err?: Error }).err ?? new Error(JSON.stringify(about))
  },
}

/** Runs the queued work of all imports. */
export const runImportJobs = ({ services, clock }: TestApp): Promise<void> =>
  runDueJobs({ ...services, now: () => new Date(clock.now.getTime() + 1000) }, importJobs(services), log)

export const findImport = async ({ call }: TestApp, token: string, id: string): Promise<Import> =>
  (await call(importsApi.find, { token, params: { id } })).data

const headers = { 'content-type': 'application/octet-stream' }

/** Uploads a file and returns its check. */
export const uploadFile = async (app: TestApp, token: string, content: Buffer, fileName = 'leads.csv') => {
  const { data } = await app.call(importsApi.create, { token, body: { fileName, bytes: content.length } })
  const id = data._id
  for (let part = 0; part * importPartBytes < content.length; part++) {
    const body = content.subarray(part * importPartBytes, (part + 1) * importPartBytes)
    await app.call(importsApi.upload, { token, params: { id, part: String(part) }, body, headers })
  }
  return configure(app, token, id, {})
}

/** Changes options and returns the new check. */
export const configure = async (app: TestApp, token: string, id: string, options: ImportOptions | object) => {
  const { status, error } = await app.call(importsApi.configure, { token, params: { id }, body: options })
  if (status !== 200) throw new Error(`the import was rejected: ${error.message} ${JSON.stringify(error.fields)}`)
  await runImportJobs(app)
  return findImport(app, token, id)
}

/** Imports a file with its default options, or the given ones. */
export const importFile = async (
  app: TestApp,
  token: string,
  content: Buffer,
  options: object = {},
): Promise<Import> => {
  const { _id: id } = await uploadFile(app, token, content)
  if (Object.keys(options).length > 0) await configure(app, token, id, options)
  await app.call(importsApi.start, { token, params: { id } })
  await runImportJobs(app)
  return findImport(app, token, id)
}

export const undoImport = async (app: TestApp, token: string, id: string): Promise<Import> => {
  await app.call(importsApi.undo, { token, params: { id } })
  await runImportJobs(app)
  return findImport(app, token, id)
}
