import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { RequestInput } from '#contract/endpoint.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { Channel, ContactOutcome } from '#contract/story/contact.ts'
import { type StoryEntry, type StoryFilter, type StoryPage, storyApi } from '#contract/story/story.ts'
import { call } from '#web/lib/requests/http.ts'

export const storyErrors = {
  load: 'Não foi possível carregar a história',
  note: 'A nota não foi salva.',
  nextStep: 'O próximo passo não foi salvo.',
  removeNote: 'A nota não foi excluída',
  restoreNote: 'A nota não voltou',
}

const storyKey = (leadId: string) => ['story', leadId] as const

export const storyQuery = (leadId: string, show: StoryFilter | undefined) =>
  infiniteQueryOptions({
    queryKey: [...storyKey(leadId), show],
    queryFn: ({ pageParam, signal }) =>
      call(storyApi.list, {
        params: { id: leadId },
        query: { ...(show && { show }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // A story that is opened again starts with its first page instead of refetching all that were loaded.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const invalidateStory = (queryClient: QueryClient, leadId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: storyKey(leadId) })

/** Shows a written note in the loaded pages, as a new entry or in place. */
export const putIntoStory = (queryClient: QueryClient, leadId: string, entry: StoryEntry): void => {
  const put = (data: InfiniteData<StoryPage> | undefined) => {
    if (!data) return data
    const isThere = data.pages.some(({ entries }) => entries.some(({ _id }) => _id === entry._id))
    const pages = data.pages.map((page, index) => {
      if (!isThere) return index === 0 ? { ...page, entries: [entry, ...page.entries] } : page
      return { ...page, entries: page.entries.map(other => (other._id === entry._id ? entry : other)) }
    })
    return { ...data, pages }
  }
  for (const show of [undefined, 'conversations'] as const)
    queryClient.setQueryData(storyQuery(leadId, show).queryKey, put)
}

/** Returns the stored note if the id exists already. */
export const addNote = (leadId: string, _id: string, texto: string): Promise<StoryEntry> =>
  call(storyApi.addNote, { params: { id: leadId }, body: { _id, texto } })

export const changeNote = (leadId: string, noteId: string, texto: string): Promise<StoryEntry> =>
  call(storyApi.changeNote, { params: { id: leadId, noteId }, body: { texto } })

export const removeNote = (leadId: string, noteId: string) =>
  call(storyApi.removeNote, { params: { id: leadId, noteId } })

type StepChange = RequestInput<typeof storyApi.setNextStep>['body']

/** Sets the next step and, with `done`, finishes the current one. Finishes nothing twice for the same `done._id`. */
export const setNextStep = (leadId: string, body: StepChange): Promise<Lead> =>
  call(storyApi.setNextStep, { params: { id: leadId }, body })

/** Tells that a conversation was opened. Returns the stored entry if the id exists already. */
export const addContact = ({ _id, leadId, channel }: { _id: string; leadId: string; channel: Channel }) =>
  call(storyApi.addContact, { params: { id: leadId }, body: { _id, channel } })

export const setOutcome = (leadId: string, contactId: string, outcome: ContactOutcome): Promise<StoryEntry> =>
  call(storyApi.setOutcome, { params: { id: leadId, contactId }, body: { outcome } })
