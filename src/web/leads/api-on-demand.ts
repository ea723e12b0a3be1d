// Lead endpoints of dialogs, report and import. The dashboard loads `api.ts` first and this file on demand.

import { queryOptions } from '@tanstack/react-query'
import { bulkApi } from '#contract/bulk/bulk.ts'
import type { Endpoint, RequestInput } from '#contract/endpoint.ts'
import { type ExportFormat, type Lead, type LeadFilters, leadsApi } from '#contract/leads/leads.ts'
import { call, callForBlob } from '#web/lib/requests/http.ts'
import { leadsKey } from './api.ts'

type Body<E extends Endpoint> = RequestInput<E> extends { body: infer B } ? B : never

/** Returns the stored lead if the id exists already. */
export const createLead = (body: Body<typeof leadsApi.create>): Promise<Lead> => call(leadsApi.create, { body })

/** Creates a lead that may lack all but name and phone number. Returns the stored lead if the id exists already. */
export const quickAddLead = (body: Body<typeof leadsApi.quickAdd>): Promise<Lead> => call(leadsApi.quickAdd, { body })

/** Leads that have a phone number or an e-mail already; of a stored lead, the others that may be its duplicates. */
export const sameContactQuery = ({ telefone, email, _id }: Pick<Lead, 'telefone' | 'email'> & Partial<Lead>) =>
  queryOptions({
    queryKey: [...leadsKey, 'same-contact', telefone, email, _id],
    queryFn: async ({ signal }): Promise<Lead[]> => {
      const query = { telefone, email, ...(_id !== undefined && { of: _id }) }
      return (await call(leadsApi.sameContact, { query, signal })).leads
    },
  })

/** Throws `stale_lead` unless the lead is at `version`. */
export const replaceLead = (id: string, version: number, body: Body<typeof leadsApi.replace>): Promise<Lead> =>
  call(leadsApi.replace, { params: { id }, body, ifMatch: version })

/** Changes the origin, the legal basis, or whether the person may be contacted. */
export const changeLeadPrivacy = (
  id: string,
  change: Partial<Pick<Lead, 'origem' | 'baseLegal' | 'naoContatar'>>,
): Promise<Lead> => call(leadsApi.update, { params: { id }, body: change })

/** Throws `stale_lead` unless the lead is at `version`. */
export const removeLead = (id: string, version: number) => call(leadsApi.remove, { params: { id }, ifMatch: version })

/** Takes a lead out of the trash. Returns a lead that another device has restored already as it is. */
export const restoreLead = (id: string) => call(leadsApi.restore, { params: { id } })

/** Makes a member responsible, or none. Leads that the user does not see stay as they are. */
export const assignLeads = (ids: string[], to: string | null): Promise<{ assigned: number }> =>
  call(leadsApi.assign, { body: { ids, to } })
/** Makes the user responsible for a lead without a responsible member. */
export const takeLead = (id: string): Promise<Lead> => call(leadsApi.take, { params: { id } })

/** Writes all leads of an export, or none. */
export const importLeads = (leads: Body<typeof leadsApi.sync>['leads']) => call(leadsApi.sync, { body: { leads } })

/** Returns the matching leads as a file. */
export const exportLeads = (filters: LeadFilters, format: ExportFormat): Promise<Blob> =>
  callForBlob(leadsApi.export, { query: { ...filters, format } })

/** Loads a page of leads in the order of the API, for reading all of them. */
export const loadLeads = (filters: LeadFilters, limit: string, cursor: string | null, signal: AbortSignal) =>
  call(leadsApi.list, { query: { ...filters, limit, ...(cursor === null ? {} : { cursor }) }, signal })

/** The leads that a search finds, last changed first; without one, those that changed last. */
export const findLeadsQuery = (search: string) =>
  queryOptions({
    queryKey: [...leadsKey, 'find', search],
    queryFn: async ({ signal }): Promise<Lead[]> =>
      (await call(leadsApi.list, { query: { search, limit: '8', sort: '-updatedAt' }, signal })).leads,
  })

export const addSampleLeads = () => call(leadsApi.addSamples)
export const removeSampleLeads = () => call(leadsApi.removeSamples)

/** Undoes a change of many leads, or a merge. */
export const undoChange = (id: string) => call(bulkApi.undo, { params: { id } })
