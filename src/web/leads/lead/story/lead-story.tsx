import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { type StoryFilter, storyFilters } from '#contract/story/story.ts'
import { useNewId } from '#web/forms/use-new-id.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Skeleton } from '#web/ui/loading/skeleton.tsx'
import { LostReason } from '../../lost/lost-reason.tsx'
import { NextStep } from './next-step.tsx'
import { NoteEditor } from './note-editor.tsx'
import { addNote, changeNote, invalidateStory, putIntoStory, storyErrors, storyQuery } from './story-api.ts'
import { StoryEntry } from './story-entry.tsx'

const filterLabels: Record<StoryFilter, string> = { conversations: 'Conversas', changes: 'Mudanças' }

/** What happened to a lead and what was noted about it, newest first. */
export const LeadStory = ({ lead }: { lead: Lead }) => {
  const { _id: leadId, version } = lead
  const queryClient = useQueryClient()
  const [show, setShow] = useState<StoryFilter>()
  const shownVersion = useRef(version)
  useEffect(() => {
    if (shownVersion.current === version) return
    shownVersion.current = version
    void invalidateStory(queryClient, leadId)
  }, [queryClient, leadId, version])
  return (
    <div className="grid gap-4">
      <LostReason lead={lead} />
      <NextStep lead={lead} />
      <NewNote leadId={leadId} />
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Mostrar na história</legend>
        {[undefined, ...storyFilters].map(filter => (
          <Button
            key={filter ?? 'all'}
            size="sm"
            variant="ghost"
            aria-pressed={filter === show}
            onClick={() => setShow(filter)}
            className="aria-pressed:bg-brand-soft aria-pressed:text-brand"
          >
            {filter ? filterLabels[filter] : 'Tudo'}
          </Button>
        ))}
      </fieldset>
      <Entries leadId={leadId} show={show} />
    </div>
  )
}

const NewNote = ({ leadId }: { leadId: string }) => {
  const queryClient = useQueryClient()
  const draftName = `nota-nova:${leadId}`
  const newId = useNewId(draftName)
  const add = async (texto: string) => {
    newId.store()
    const stored = await addNote(leadId, newId.id, texto)
    // An attempt whose response was lost has stored an earlier text.
    const isOutdated = stored.texto !== texto
    putIntoStory(queryClient, leadId, isOutdated ? await changeNote(leadId, stored._id, texto) : stored)
    newId.clear()
  }
  return <NoteEditor draftName={draftName} label="Nova nota" stored="" submitLabel="Adicionar nota" onSave={add} />
}

const Entries = ({ leadId, show }: { leadId: string; show: StoryFilter | undefined }) => {
  const query = useInfiniteQuery(storyQuery(leadId, show))
  const { data, error, hasNextPage, isFetchingNextPage, isFetching, fetchNextPage, refetch } = query
  if (!data)
    return error ? (
      <LoadErrorNotice title={storyErrors.load} query={query} />
    ) : (
      <div role="status" className="grid gap-4 py-3">
        <span className="sr-only">Carregando...</span>
        {[1, 2, 3].map(line => (
          <Skeleton key={line} className="h-10 w-full" />
        ))}
      </div>
    )
  const entries = data.pages.flatMap(page => page.entries)
  if (entries.length === 0)
    return (
      <p className="py-2 text-text3">{show === 'conversations' ? 'Nenhuma conversa ainda' : 'Nada por aqui ainda'}</p>
    )
  return (
    <div>
      <ol aria-label="História" className="divide-y divide-border">
        {entries.map(entry => (
          <StoryEntry key={entry._id} leadId={leadId} entry={entry} />
        ))}
      </ol>
      {error && (
        <LoadErrorNotice
          title={storyErrors.load}
          query={{ error, isFetching, refetch: hasNextPage ? fetchNextPage : refetch }}
        />
      )}
      {hasNextPage && !error && (
        <Button size="sm" className="w-full" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </div>
  )
}
