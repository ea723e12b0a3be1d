import { queryOptions } from '@tanstack/react-query'
import type { RequestInput } from '#contract/endpoint.ts'
import { anonymizeWord, type ClosedRequest, type PrivacySettings, privacyApi } from '#contract/privacy/privacy.ts'
import { downloadFile } from '#web/lib/requests/download-file.ts'
import { call, callForBlob } from '#web/lib/requests/http.ts'

export type PersonContact = RequestInput<typeof privacyApi.person>['body']

export const privacyKey = ['privacy'] as const

export const personQuery = (person: PersonContact) =>
  queryOptions({
    queryKey: [...privacyKey, 'person', person],
    queryFn: ({ signal }) => call(privacyApi.person, { body: person, signal }),
    // Personal data does not stay in the cache.
    gcTime: 0,
  })

export const downloadReport = async (person: PersonContact, format: 'html' | 'json'): Promise<void> =>
  downloadFile(await callForBlob(privacyApi.report, { body: { person, format } }), `relatorio-do-titular.${format}`)

export const correctPerson = (body: RequestInput<typeof privacyApi.correct>['body']) =>
  call(privacyApi.correct, { body })
export const anonymizePerson = (person: PersonContact, requestId?: string) =>
  call(privacyApi.anonymize, { body: { person, confirmation: anonymizeWord, ...(requestId && { requestId }) } })
export const anonymizeLeads = (leadIds: string[]) =>
  call(privacyApi.anonymizeLeads, { body: { leadIds, confirmation: anonymizeWord } })

export const requestPageSize = 20
export const requestsQuery = (page: number) =>
  queryOptions({
    queryKey: [...privacyKey, 'requests', page],
    queryFn: ({ signal }) =>
      call(privacyApi.requests, { query: { page: String(page), limit: String(requestPageSize) }, signal }),
    placeholderData: previous => previous,
  })
export const addRequest = (body: RequestInput<typeof privacyApi.addRequest>['body']) =>
  call(privacyApi.addRequest, { body })
export const closeRequest = (id: string, body: ClosedRequest) => call(privacyApi.closeRequest, { params: { id }, body })

export const retentionQuery = queryOptions({
  queryKey: [...privacyKey, 'retention'],
  queryFn: ({ signal }) => call(privacyApi.retention, { signal }),
})
export const changePrivacySettings = (body: PrivacySettings, was: PrivacySettings) =>
  call(privacyApi.changeSettings, { body: { ...body, was } })
