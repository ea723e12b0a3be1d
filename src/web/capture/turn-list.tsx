import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDateTime } from '#contract/values/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/loading/skeleton.tsx'
import { turnsQuery } from './api.ts'

/** Whose turn each lead of a form was, for the whole team. */
export const TurnList = () => {
  const turns = useInfiniteQuery(turnsQuery)
  if (turns.isError && !turns.data) return <LoadErrorNotice title="Não foi possível carregar o rodízio" query={turns} />
  if (!turns.data)
    return (
      <SkeletonRegion mayGrow>
        <Skeleton className="h-5 w-40" />
      </SkeletonRegion>
    )
  const all = turns.data.pages.flatMap(page => page.turns)
  if (all.length === 0)
    return <p className="text-text3">Quando um formulário distribuir leads por rodízio, cada vez aparece aqui.</p>
  return (
    <div className="grid gap-3">
      <ul aria-label="Rodízio" className="divide-y divide-border rounded-panel border border-border bg-surface">
        {all.map(({ at, formName, member }) => (
          <li key={`${at}-${member._id}`} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5">
            <span className="wrap-anywhere font-medium">{member.nome}</span>
            <span className="wrap-anywhere text-sm text-text3">
              {formatDateTime(at)} · {formName ?? 'Formulário excluído'}
            </span>
          </li>
        ))}
      </ul>
      {turns.hasNextPage && (
        <Button className="justify-self-start" busy={turns.isFetchingNextPage} onClick={() => turns.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </div>
  )
}
