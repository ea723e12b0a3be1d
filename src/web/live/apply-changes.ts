import type { QueryClient } from '@tanstack/react-query'
import { leadName } from '#contract/leads/lead-name.ts'
import type { LiveChange } from '#contract/live/live.ts'
import type { Member } from '#contract/team/roles.ts'
import { invalidateLeads, leadQuery, leadsKey } from '#web/leads/api.ts'
import { cachedLead } from '#web/leads/cached-lead.ts'
import { isCarrying } from '#web/leads/carrying.ts'
import { dropLead } from '#web/leads/drop-lead.ts'
import { invalidateStory } from '#web/leads/lead/story/story-api.ts'
import { putLead } from '#web/leads/put-lead.ts'
import { teamKey, teamViewQuery } from '#web/team/team-context.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { describeChange, describeChanges } from './describe-change.ts'
import { watchScrolling } from './watch-scrolling.ts'

/** Groups changes that arrive together. */
const applyMs = 100
/** Changes that keep coming are applied at most this often, so that a busy team leaves frames to gestures. */
const betweenMs = 400
/** Totals and filtered lists are refetched at most this often, so that a busy team stays within the request limits. */
const refetchMs = 1500
/** A page that scrolls keeps its frames, but changes wait at most this long. */
const maxWaitMs = 2000
/** Changes within this time share a line. */
const lineMs = 1500
const lineId = 'equipe'

/** Writes changes into the caches of the page, once it is safe to do so. */
export const createChangeApplier = (queryClient: QueryClient, member: Member) => {
  const changes: LiveChange[] = []
  let lines: string[] = []
  let isStale = false
  let isStopped = false
  let appliedAtMs = 0
  let refetchedAtMs = 0
  let shownAtMs = 0
  let waitsSinceMs: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const scrolling = watchScrolling()

  // A card must not change under the finger. A running read may be older than the change, and a running write is followed by
  // its own response.
  const isBusy = (): boolean =>
    isCarrying() ||
    queryClient.isFetching({ queryKey: leadsKey }) > 0 ||
    queryClient.isMutating({ predicate: ({ state }) => !state.isPaused }) > 0

  const refetchTeam = (): void => void queryClient.invalidateQueries({ queryKey: teamKey })

  const describe = (change: LiveChange, known: ReturnType<typeof cachedLead>): string | undefined => {
    const team = queryClient.getQueryData(teamViewQuery(member.team_role).queryKey)
    if (!team || change.by === null || change.by === member._id) return undefined
    const who = team.names.get(change.by)
    // A new member.
    if (who === undefined) {
      refetchTeam()
      return undefined
    }
    const lead = change.lead ?? known
    return describeChange(change, {
      who,
      lead: lead && leadName(lead),
      responsible: lead?.userId ? team.names.get(lead.userId) : undefined,
      isOwn: lead?.userId === member._id,
    })
  }

  const apply = (change: LiveChange): void => {
    const { entity, id, lead } = change
    const known = cachedLead(queryClient, id)
    if (entity === 'story') return void invalidateStory(queryClient, id)
    const line = describe(change, known)
    if (line) lines.push(line)
    // The echo of a write in this tab, or a change that a read has brought.
    if (lead && known && known.version >= lead.version) return
    if (lead) putLead(queryClient, lead)
    else {
      dropLead(queryClient, id)
      void queryClient.invalidateQueries({ queryKey: leadQuery(id).queryKey })
    }
    isStale = true
  }

  const refetch = (): void => {
    refetchedAtMs = Date.now()
    isStale = false
    void invalidateLeads(queryClient)
  }

  const showLine = (): void => {
    shownAtMs = Date.now()
    const title = describeChanges(lines)
    lines = []
    if (title) toast.info({ id: lineId, title })
  }

  const work = (): void => {
    timer = undefined
    waitsSinceMs ??= Date.now()
    const waits = scrolling.isActive() && Date.now() - waitsSinceMs < maxWaitMs
    if (!isBusy() && !waits) {
      waitsSinceMs = undefined
      if (changes.length > 0 && Date.now() - appliedAtMs >= betweenMs) {
        appliedAtMs = Date.now()
        for (const change of changes.splice(0)) apply(change)
      }
      if (isStale && Date.now() - refetchedAtMs >= refetchMs) refetch()
      if (lines.length > 0 && Date.now() - shownAtMs >= lineMs) showLine()
    }
    if (isStale || changes.length > 0 || lines.length > 0) soon()
  }
  const soon = (): void => {
    if (!isStopped) timer ??= setTimeout(work, applyMs)
  }

  return {
    add: (change: LiveChange): void => {
      changes.push(change)
      soon()
    },
    refetchSoon: (): void => {
      isStale = true
      soon()
    },
    refetchTeam,
    stop: (): void => {
      clearTimeout(timer)
      scrolling.stop()
      isStopped = true
    },
  }
}
