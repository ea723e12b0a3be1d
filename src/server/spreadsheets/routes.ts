import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { defaultImportStage } from '#contract/spreadsheets/import.ts'
import type { importsApi } from '#contract/spreadsheets/imports.ts'
import type { Caller } from '../auth/access.ts'
import { AppError } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { cancelImport, configureImport, startImport, undoImport } from './change-import.ts'
import { streamFailedRows } from './failed-rows.ts'
import { findImport, type ImportRow, insertImport, listImports, toImport, upsertPart } from './store.ts'

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
    const { db, now, caller, body } = call
    const id = uuidv7()
    await insertImport(db, {
      ...body,
      id,
      accountId: caller.accountId,
      createdBy: caller.userId,
      createdAt: now(),
      defaultStage: defaultImportStage,
    })
    return toImport(await findOwn(call, caller, id), now())
  },
  upload: async call => {
    const { db, caller, params, request } = call
    const row = await findOwn(call, caller, params.id)
    if (row.state !== 'uploading') throw new AppError('import_busy')
    if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw new AppError('validation_failed')
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
