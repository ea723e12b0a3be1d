import type { FastifyReply } from 'fastify'
import { type Stage, wonStage } from '#contract/leads/lead-status.ts'
import type { Lead, LeadStats, leadsApi } from '#contract/leads/leads.ts'
import { toReais } from '#contract/values/money.ts'
import type { Caller } from '../auth/access.ts'
import { AppError } from '../errors.ts'
import { idOfCreated } from '../http/idempotency.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { assignLeads, takeLead } from './assign-leads.ts'
import { changeLead, parseIfMatch } from './change-lead.ts'
import { listChangedLeads } from './changed-leads.ts'
import { chooseResponsible, createLead } from './create-lead.ts'
import { streamLeadPages } from './export/export-leads.ts'
import { sendLeadFile } from './export/send-lead-file.ts'
import { importLeads } from './import-leads.ts'
import { decodeCursor, encodeCursor } from './read/cursor.ts'
import { resolveFilters } from './read/resolve-filters.ts'
import { findLead, listBoard, listLeads, listStageTotals, type StageTotals } from './read/store.ts'
import { viewOf } from './read/visibility.ts'
import { removeLead, restoreLead, restoreLeads } from './remove-lead.ts'
import { listSameContact } from './same-contact.ts'
import { addSampleLeads, getFirstSteps, removeSampleLeads } from './sample-leads.ts'
import { countTrash, listTrash, trashSort } from './write/trash.ts'

const withEtag = (reply: FastifyReply, lead: Lead): Lead => {
  reply.header('etag', `"${lead.version}"`)
  return lead
}

const cursorOf = (next: Parameters<typeof encodeCursor>[0] | undefined) => (next ? encodeCursor(next) : null)

const toStats = (totals: StageTotals[]): LeadStats => {
  const counts = Object.fromEntries(totals.map(({ stage, count }) => [stage, count])) as Record<Stage, number>
  const sum = (part: (stage: StageTotals) => number) => totals.reduce((total, stage) => total + part(stage), 0)
  return {
    total: sum(({ count }) => count),
    novoLead: counts['novo-lead'],
    qualificando: counts.qualificando,
    contatoEstabelecido: counts['contato-estabelecido'],
    propostaEnviada: counts['proposta-enviada'],
    negociacao: counts.negociacao,
    ganho: counts.ganho,
    perdido: counts.perdido,
    nurturing: counts.nurturing,
    valorTotal: toReais(sum(({ centavos }) => centavos)),
    valorFechados: toReais(sum(({ stage, centavos }) => (stage === wonStage ? centavos : 0))),
    porStatus: totals.map(({ stage, count, centavos }) => ({ status: stage, count, valor: toReais(centavos) })),
  }
}

const addLead: Handlers<Pick<typeof leadsApi, 'create'>, Caller, Services>['create'] = async ({
  db,
  now,
  caller,
  body,
  request,
  reply,
}) => {
  const _id = body._id ?? (await idOfCreated({ db, now }, caller, request, body))
  const { userId, ...form } = body
  const writer = { ...caller, userId: await chooseResponsible(db, caller, body) }
  const { lead, created } = await createLead(db, writer, { ...form, _id })
  if (!created) reply.code(200)
  return withEtag(reply, lead)
}

export const leadRoutes: Handlers<typeof leadsApi, Caller, Services> = {
  list: async ({ db, caller, now, query: { page, limit, cursor, sort, since, ...query } }) => {
    if (since !== undefined) {
      const { leads, ...changes } = await listChangedLeads(db, viewOf(caller), since, limit)
      return { leads, total: leads.length, nextCursor: null, changes }
    }
    const after = cursor === undefined ? undefined : decodeCursor(cursor, sort)
    if (cursor !== undefined && !after)
      throw new AppError('validation_failed', { fields: { cursor: 'Cursor inválido' } })
    const filters = await resolveFilters({ db, now }, caller, query)
    const offset = after ? 0 : (page - 1) * limit
    const { leads, total, next } = await listLeads(db, viewOf(caller), filters, {
      sort,
      limit,
      offset,
      after,
    })
    return { leads, total, nextCursor: cursorOf(next) }
  },
  board: async ({ db, caller, now, query: { limit, ...query } }) => {
    const filters = await resolveFilters({ db, now }, caller, query)
    const columns = await listBoard(db, viewOf(caller), filters, limit)
    return {
      columns: columns.map(({ stage, count, centavos, leads, next }) => ({
        status: stage,
        total: count,
        valor: toReais(centavos),
        leads,
        nextCursor: cursorOf(next),
      })),
    }
  },
  stats: async ({ db, caller, now, query }) => {
    const filters = await resolveFilters({ db, now }, caller, query)
    return toStats(await listStageTotals(db, viewOf(caller), filters))
  },
  export: async call => {
    const { format, ...query } = call.query
    const filters = await resolveFilters(call, call.caller, query)
    return sendLeadFile(call, await streamLeadPages(call.db, viewOf(call.caller), filters), format)
  },
  find: async ({ db, caller, params, reply }) => {
    const lead = await findLead(db, viewOf(caller), params.id)
    if (!lead) throw new AppError('not_found')
    return withEtag(reply, lead)
  },
  create: addLead,
  quickAdd: addLead,
  sameContact: async ({ db, caller, query }) => ({ leads: await listSameContact(db, viewOf(caller), query) }),
  replace: async ({ db, caller, params, body, request, reply }) => {
    const version = parseIfMatch(request.headers['if-match'])
    return withEtag(reply, await changeLead(db, caller, params.id, body, version))
  },
  update: async ({ db, caller, params, body, request, reply }) => {
    const version = parseIfMatch(request.headers['if-match'])
    return withEtag(reply, await changeLead(db, caller, params.id, body, version))
  },
  remove: async ({ db, caller, params, request }) => {
    await removeLead(db, caller, params.id, parseIfMatch(request.headers['if-match']))
  },
  restore: async ({ db, caller, params, reply }) => withEtag(reply, await restoreLead(db, caller, params.id)),
  restoreMany: async ({ db, caller, body: { ids } }) => ({ restored: await restoreLeads(db, caller, ids) }),
  trash: async ({ db, caller, query: { limit, cursor } }) => {
    const after = cursor === undefined ? undefined : decodeCursor(cursor, trashSort)
    if (cursor !== undefined && !after)
      throw new AppError('validation_failed', { fields: { cursor: 'Cursor inválido' } })
    const { leads, next } = await listTrash(db, viewOf(caller), { limit, after })
    return { leads, nextCursor: cursorOf(next), total: await countTrash(db, viewOf(caller)) }
  },
  assign: async ({ db, caller, body: { ids, to } }) => ({ assigned: await assignLeads(db, caller, ids, to) }),
  take: async ({ db, caller, params, reply }) => withEtag(reply, await takeLead(db, caller, params.id)),
  firstSteps: async ({ db, caller }) => getFirstSteps(db, caller),
  addSamples: async ({ db, caller, now }) => ({ added: await addSampleLeads(db, caller, now()) }),
  removeSamples: async ({ db, caller }) => ({ removed: await removeSampleLeads(db, caller) }),
  sync: ({ db, caller, body }) => importLeads(db, caller, body),
}
