import { bulkApi } from '#contract/bulk/bulk.ts'
import type { RequestInput } from '#contract/endpoint.ts'
import type { Stage } from '#contract/leads/lead-status.ts'
import type { ExportFormat, LeadFilters } from '#contract/leads/leads.ts'
import type { LegalBasis } from '#contract/privacy/lead-privacy.ts'
import { call, callForBlob } from '#web/lib/requests/http.ts'
import type { Selection } from './selection.ts'

type Choice = Omit<RequestInput<typeof bulkApi.remove>['body'], '_id'>

/** What is done to the chosen leads. */
export type BulkAction =
  | { kind: 'move'; to: Stage }
  | { kind: 'assign'; to: string | null }
  | { kind: 'basis'; to: LegalBasis }
  | { kind: 'remove' }

export const toChoice = ({ isAll, names }: Selection, filters: LeadFilters): Choice =>
  isAll ? { filters, except: [...names.keys()] } : { ids: [...names.keys()] }

/** A repeated call with the same id changes nothing and returns the first result. */
export const changeLeads = (action: BulkAction, choice: Choice, _id: string) => {
  const body = { ...choice, _id }
  if (action.kind === 'move') return call(bulkApi.move, { body: { ...body, to: action.to } })
  if (action.kind === 'assign') return call(bulkApi.assign, { body: { ...body, to: action.to } })
  if (action.kind === 'basis') return call(bulkApi.setLegalBasis, { body: { ...body, to: action.to } })
  return call(bulkApi.remove, { body })
}

export const exportSelected = (choice: Choice, format: ExportFormat): Promise<Blob> =>
  callForBlob(bulkApi.export, { body: { ...choice, format } })
