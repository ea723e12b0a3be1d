import { v5 as uuidv5 } from 'uuid'
import type { Lead, LeadForm } from '#contract/leads/leads.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { phoneKey } from '#contract/values/phone.ts'
import { emailKey } from '#contract/values/text.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { textBytes, toLeadForm } from '../leads/fields/lead-columns.ts'
import { type LeadWriter, writeLeads } from '../leads/write/lead-writer.ts'
import { mergeRow, toNewLead } from './convert-row.ts'
import type { ImportWriter } from './import-writer.ts'
import { convertChunk, createLeadIndex, findLeadsOf, type NumberedRow, splitErased } from './match-rows.ts'
import { type Failure, type ImportedLead, insertFailures, upsertImportedLeads } from './result-store.ts'
import { blankLines, findChunk, type ImportRow, lockImport, updateImport } from './store.ts'

/** A lead that the batch creates, or changes from `current`. */
interface PlannedLead {
  id: string
  lead: LeadForm
  current: Lead | undefined
  isChanged: boolean
  line: number
}

interface Plan {
  leads: PlannedLead[]
  skipped: number
  failures: Failure[]
}

const keysOf = ({ id, lead }: PlannedLead) => ({ id, phone: phoneKey(lead.telefone), email: emailKey(lead.email) })

const overLimit = 'O limite de leads do plano foi atingido'

/** Decides for each row whether it creates, changes or skips a lead. Earlier rows of the batch count as leads. */
const planRows = async (
  tx: QueryRunner,
  row: ImportRow,
  rows: readonly NumberedRow[],
  room: { leads: number; bytes: number },
  today: string,
): Promise<Plan> => {
  const plan: Plan = { leads: [], skipped: 0, failures: [] }
  const index = createLeadIndex<PlannedLead>()
  const valid = rows.filter(({ reason }) => reason === undefined)
  for (const { lead, phone, email } of await findLeadsOf(tx, { accountId: row.account_id }, valid)) {
    const planned = { id: lead._id, lead: toLeadForm(lead), current: lead, isChanged: false, line: 0 }
    index.add(planned, { id: lead._id, phone, email })
  }
  let { leads: leadsLeft, bytes: bytesLeft } = room
  const defaults = { defaultStage: row.default_stage, origem: row.origem, baseLegal: row.base_legal }
  for (const one of rows) {
    const { line, reason } = one
    if (reason !== undefined) {
      plan.failures.push({ line, reason })
      continue
    }
    const match = row.policy === 'create' ? undefined : index.find(one)
    if (match) {
      const merged =
        row.policy === 'skip' ? undefined : mergeRow(match.lead, one, row.policy as 'fill' | 'overwrite', defaults)
      const growth = merged ? textBytes(merged) - textBytes(match.lead) : 0
      if (!merged) plan.skipped++
      else if (growth > bytesLeft) plan.failures.push({ line, reason: overLimit })
      else {
        bytesLeft -= growth
        if (!match.isChanged && match.current) plan.leads.push(match)
        else plan.skipped++
        match.lead = merged
        match.isChanged = true
        match.line ||= line
        index.add(match, keysOf(match))
      }
      continue
    }
    const lead = toNewLead(one, defaults, today)
    if (leadsLeft < 1 || textBytes(lead) > bytesLeft) {
      plan.failures.push({ line, reason: overLimit })
      continue
    }
    leadsLeft--
    bytesLeft -= textBytes(lead)
    // The same row always gets the same id.
    const planned = { id: uuidv5(String(line), row.id), lead, current: undefined, isChanged: true, line }
    plan.leads.push(planned)
    index.add(planned, keysOf(planned))
  }
  return plan
}

const writePlan = async (leads: LeadWriter, plan: Plan): Promise<ImportedLead[]> => {
  const created = plan.leads.filter(({ current }) => !current)
  const changed = plan.leads.flatMap(({ id, lead, current }) =>
    current ? { id, version: current.version, change: lead } : [],
  )
  await leads.upsert(
    created.map(({ id, lead }) => ({ ...lead, _id: id, createdAt: undefined, updatedAt: undefined })),
    { onlyMissing: true },
  )
  const versions = new Map((await leads.rewriteAll(changed)).map(({ id, version }) => [id, version]))
  return plan.leads.flatMap(({ id, current }) => {
    if (!current) return { id, before: null, versionBefore: 0, version: 1 }
    const version = versions.get(id)
    if (version === undefined) return []
    // The reason of a loss ends when the import moves the lead out of Perdido.
    const before = { ...toLeadForm(current), lostReasonId: current.lostReasonId, lostNote: current.lostNote }
    return { id, before, versionBefore: current.version, version }
  })
}

/** Imports the next chunk in one transaction with its progress, so that a crash loses or repeats nothing. */
export const runNextChunk = async (db: Db, found: ImportRow, writer: ImportWriter, now: Date): Promise<void> => {
  const chunk = await findChunk(db, found, found.last_line)
  // Before the account's lock is taken: the columns of a running import do not change.
  const converted = chunk ? await convertChunk(chunk, found) : []
  return writeLeads(db, writer, { adds: true }, async leads => {
    const { tx } = leads
    const row = await lockImport(tx, found.account_id, found.id)
    if (row?.state !== 'running' || row.last_line !== found.last_line) return
    if (!chunk) {
      await updateImport(tx, row, { state: 'done', finished_at: now })
      return
    }
    const { kept: rows, erasedLines } = await splitErased(tx, row.account_id, converted)
    if (erasedLines.length > 0) await blankLines(tx, row, chunk, erasedLines)
    const plan = await planRows(tx, row, rows, await leads.room(), toDateIn(writer.timezone, now))
    const written = await writePlan(leads, plan)
    if (written.length > 0) await upsertImportedLeads(tx, row, written)
    if (plan.failures.length > 0) await insertFailures(tx, row, plan.failures)
    const created = written.filter(({ before }) => before === null).length
    await updateImport(tx, row, {
      last_line: chunk.firstLine + chunk.rows.length - 1,
      done: row.done + converted.length,
      erased: row.erased + erasedLines.length,
      created: row.created + created,
      updated: row.updated + written.length - created,
      skipped: row.skipped + plan.skipped,
      failed: row.failed + plan.failures.length,
    })
  })
}
