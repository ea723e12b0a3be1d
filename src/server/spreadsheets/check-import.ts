import type { ImportCheck, ImportProblem } from '#contract/spreadsheets/import.ts'
import type { Db } from '../db/client.ts'
import { findRoom } from '../leads/write/lead-quota.ts'
import { missingFields } from './convert-row.ts'
import type { ImportWriter } from './import-writer.ts'
import { convertChunk, createLeadIndex, findLeadsOf, type NumberedRow, splitErased } from './match-rows.ts'
import { findChunk, type ImportRow, updateImport } from './store.ts'
import { createTextSet } from './text-set.ts'

const maxProblems = 50
const maxStageNames = 20

const problemOf = ({ line, fields }: NumberedRow, reason: string): ImportProblem => ({
  line,
  name: (fields.nome || fields.telefone || fields.email || '').slice(0, 80),
  reason,
})

/** Remembers the contacts of earlier rows of the file. */
const createSeenContacts = () => {
  const seen = createTextSet()
  return {
    has: ({ phone, email }: NumberedRow) => (phone !== null && seen.has(phone)) || (email !== null && seen.has(email)),
    add: ({ phone, email }: NumberedRow) => {
      if (phone !== null) seen.add(phone)
      if (email !== null) seen.add(email)
    },
  }
}

/** Counts what an import would do, without writing leads. Calls `onProgress` for each chunk. */
export const checkImport = async (
  db: Db,
  row: ImportRow,
  writer: ImportWriter,
  onProgress: () => Promise<void>,
): Promise<void> => {
  const room = await findRoom(db, writer)
  const check: ImportCheck = {
    new: 0,
    matching: 0,
    repeated: 0,
    incomplete: 0,
    invalid: 0,
    room: Number.isFinite(room.leads) ? room.leads : null,
    unknownStages: [],
    problems: [],
    incompleteRows: [],
  }
  const seen = createSeenContacts()
  const stageNames = new Set<string>()
  let done = 0
  let erased = 0
  for (let line = 0; ; ) {
    const chunk = await findChunk(db, row, line)
    if (!chunk) break
    line = chunk.firstLine + chunk.rows.length - 1
    const converted = await convertChunk(chunk, { ...row, last_line: 0 })
    const { kept: rows, erasedLines } = await splitErased(db, row.account_id, converted)
    erased += erasedLines.length
    const valid = rows.filter(({ reason }) => reason === undefined)
    const leads = createLeadIndex<true>()
    for (const { lead, ...keys } of await findLeadsOf(db, { accountId: row.account_id }, valid))
      leads.add(true, { id: lead._id, ...keys })
    for (const one of rows) {
      if (one.unknownStage !== undefined && stageNames.size < maxStageNames)
        stageNames.add(one.unknownStage.slice(0, 60))
      if (one.reason !== undefined) {
        check.invalid++
        if (check.problems.length < maxProblems) check.problems.push(problemOf(one, one.reason))
        continue
      }
      if (leads.find(one)) check.matching++
      else if (seen.has(one)) check.repeated++
      else {
        check.new++
        const missing = missingFields(one)
        if (missing.length > 0) {
          check.incomplete++
          if (check.incompleteRows.length < maxProblems)
            check.incompleteRows.push(problemOf(one, `Sem ${missing.join(', ')}`))
        }
      }
      seen.add(one)
    }
    done += converted.length
    await updateImport(db, row, { done })
    await onProgress()
  }
  check.unknownStages = [...stageNames]
  check.erased = erased
  await updateImport(db, row, { check_result: check, state: 'ready', done: 0 })
}
