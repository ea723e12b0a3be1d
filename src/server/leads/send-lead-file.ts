import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ExportFormat, Lead } from '#contract/leads/leads.ts'
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

/** Sends leads as a download. */
export const sendLeadFile = async (reply: FastifyReply, pages: AsyncIterable<Lead[]>, format: ExportFormat) => {
  const file = await exporters[format](pages)
  reply.type(exportTypes[format]).header('content-disposition', `attachment; filename="leads.${format}"`)
  return reply.send(file)
}
