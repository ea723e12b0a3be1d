import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ExportFormat, Lead } from '#contract/leads/leads.ts'
import type { Caller } from '../../auth/access.ts'
import type { Services } from '../../services.ts'
import { insertAccountTrailEntry } from '../../trail/account-trail-store.ts'
import { streamCsv, streamJson } from './export-leads.ts'
import { createWorkbook } from './export-xlsx.ts'

const exportTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

const exporters = {
  csv: (pages: AsyncIterable<Lead[]>) => Readable.from(streamCsv(pages)),
  json: (pages: AsyncIterable<Lead[]>) => Readable.from(streamJson(pages)),
  xlsx: async (pages: AsyncIterable<Lead[]>) => Buffer.from(await createWorkbook(pages)),
}

interface Export extends Pick<Services, 'db' | 'now'> {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** Sends leads as a download, and records it in the account's trail. */
export const sendLeadFile = async (
  { db, now, caller: { accountId, userId, actor }, request, reply }: Export,
  pages: AsyncIterable<Lead[]>,
  format: ExportFormat,
) => {
  const file = await exporters[format](pages)
  const entry = { accountId, actorId: userId, action: 'export-leads', details: { format } } as const
  if (actor.kind === 'user') await insertAccountTrailEntry(db, { ...entry, ip: request.ip, now: now() })
  reply.type(exportTypes[format]).header('content-disposition', `attachment; filename="leads.${format}"`)
  return reply.send(file)
}
