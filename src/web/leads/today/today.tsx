import { useRef } from 'react'
import { maxCountedToday, type Today as TodayData, todayLabels } from '#contract/today/today.ts'
import { formatLongDate } from '#contract/values/dates.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { LeadsOffline } from '../empty-leads.tsx'
import { useOpenLead } from '../lead/use-open-lead.ts'
import { LeadListSkeleton } from '../list/lead-list-skeleton.tsx'
import { useRowFocus } from '../list/use-row-focus.ts'
import { useLeadsQuery } from '../use-leads-query.ts'
import { todayQuery } from './today-api.ts'
import { TodayCard } from './today-card.tsx'

/** The queue of the day: whom to talk to now, most urgent first. Finishing a step brings the next lead to its place. */
export default function Today() {
  const { openNewLead } = useOpenLead()
  const today = useLeadsQuery(todayQuery)
  const { data, error, needsConnection } = today
  const box = useRef<HTMLDivElement>(null)
  const focus = useRowFocus(box, data?.groups)
  if (!data && needsConnection) return <LeadsOffline />
  if (!data && error) return <LoadError title="Não foi possível carregar seu dia" query={today} />
  if (!data) return <LeadListSkeleton />
  const groups = data.groups.filter(({ leads }) => leads.length > 0)
  return (
    <div ref={box} {...focus} className="grid grid-cols-1 gap-6 px-4 pb-6 md:px-6">
      <p className="text-text2 first-letter:uppercase">{formatLongDate(data.day)}</p>
      {groups.length === 0 && (
        <EmptyState
          title="Tudo em dia"
          text="Nenhum lead espera por você agora. Os próximos passos aparecem aqui no dia marcado."
          actions={<Button onClick={openNewLead}>Novo Lead</Button>}
        />
      )}
      {groups.map(group => (
        <TodayGroup key={group.group} {...group} />
      ))}
    </div>
  )
}

const TodayGroup = ({ group, total, leads }: TodayData['groups'][number]) => {
  const { openLead } = useOpenLead()
  const headingId = `hoje-${group}`
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-1 gap-2">
      <h2 id={headingId} className="text-base">
        {todayLabels[group]}
        <span className="sr-only">: </span>
        <span className="ml-2 font-normal text-text2 tabular-nums">
          {total < maxCountedToday ? formatCount(total) : `${maxCountedToday}+`}
        </span>
      </h2>
      <ul className="grid grid-cols-1 gap-2 md:grid-cols-2 xl:grid-cols-3">
        {leads.map(lead => (
          <TodayCard key={lead._id} lead={lead} group={group} onOpen={() => openLead(lead._id)} />
        ))}
      </ul>
      {leads.length < total && <p className="text-sm text-text3">Os outros aparecem conforme você conclui estes.</p>}
    </section>
  )
}
