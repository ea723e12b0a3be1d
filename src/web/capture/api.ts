import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  type CaptureForm,
  type CaptureFormPatch,
  captureApi,
  type NewCaptureForm,
  type Submission,
} from '#contract/capture/capture.ts'
import type { SubmissionOutcome } from '#contract/capture/capture-fields.ts'
import { call } from '#web/lib/requests/http.ts'

/** All that a submission or a form can change. */
export const captureKey = ['capture'] as const

export const formsQuery = queryOptions({
  queryKey: [...captureKey, 'forms'],
  queryFn: ({ signal }) => call(captureApi.forms, { signal }),
})

export const createForm = (body: NewCaptureForm): Promise<CaptureForm> => call(captureApi.createForm, { body })
export const changeForm = ({ _id: id }: CaptureForm, body: CaptureFormPatch): Promise<CaptureForm> =>
  call(captureApi.changeForm, { params: { id }, body })
export const removeForm = ({ _id: id }: CaptureForm): Promise<void> => call(captureApi.removeForm, { params: { id } })

export type SubmissionFilter = '' | SubmissionOutcome
export const submissionsQuery = (outcome: SubmissionFilter) =>
  infiniteQueryOptions({
    queryKey: [...captureKey, 'submissions', outcome],
    queryFn: ({ signal, pageParam }) =>
      call(captureApi.submissions, {
        query: { ...(outcome && { outcome }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
export const admitSubmission = ({ _id: id }: Submission) => call(captureApi.admit, { params: { id } })
export const admitAll = () => call(captureApi.admitAll)
export const discardSubmission = ({ _id: id }: Submission): Promise<void> =>
  call(captureApi.discard, { params: { id } })

export const turnsQuery = infiniteQueryOptions({
  queryKey: [...captureKey, 'turns'],
  queryFn: ({ signal, pageParam }) => call(captureApi.turns, { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
})
