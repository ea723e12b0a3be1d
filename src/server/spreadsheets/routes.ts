import { Readable } from 'node:stream'
import { importPartBytes } from '#contract/spreadsheets/import.ts'
import type { importsApi } from '#contract/spreadsheets/imports.ts'
import type { Caller } from '../auth/access.ts'
import { AppError } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { cancelImport, configureImport, startImport, undoImport } from './change-import.ts'
import { createImport } from './create-import.ts'
import { streamFailedRows } from './failed-rows.ts'
import { findImport, type ImportRow, listImports, toImport, upsertPart } from './store.ts'

const findOwn = async ({ db }: Pick<Services, 'db'>, { accountId }: Caller, id: string): Promise<ImportRow> => {
  const row = await findImport(db, accountId, id)
  if (!row) throw new AppError('not_found')
  return row
}

export const importRoutes: Handlers<typeof importsApi, Caller, Services> = {
  list: async ({ db, now, caller }) => ({
    imports: (await listImports(db, caller.accountId)).map(row => toImport(row, now())),
  }),
  find: async call => toImport(await findOwn(call, call.caller, call.params.id), call.now()),
  create: async call => {
    const id = await createImport(call, call.body)
    return toImport(await findOwn(call, call.caller, id), call.now())
  },
  upload: async call => {
    const { db, caller, params, request } = call
    const row = await findOwn(call, caller, params.id)
    if (row.state !== 'uploading') throw new AppError('import_busy')
    const isBeyondEnd = params.part * importPartBytes >= row.bytes
    if (isBeyondEnd || !Buffer.isBuffer(request.body) || request.body.length === 0)
      throw new AppError('validation_failed')
    await upsertPart(db, row, params.part, request.body)
  },
  configure: call => configureImport(call, call.params.id, call.body),
  start: call => startImport(call, call.params.id),
  cancel: call => cancelImport(call, call.params.id),
  undo: call => undoImport(call, call.params.id),
  failedRows: async call => {
    const row = await findOwn(call, call.caller, call.params.id)
    call.reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="linhas-com-problema.csv"')
    return call.reply.send(Readable.from(streamFailedRows(call.db, row)))
  },
}
