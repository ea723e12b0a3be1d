import clsx from 'clsx'
import type { Team } from '#contract/team/team.ts'

/** Seats in use, as text and as a bar. */
export const Seats = ({ seats: { used, limit } }: Pick<Team, 'seats'>) => {
  if (limit === null) return null
  const isFull = used >= limit
  return (
    <div className="grid gap-1.5">
      <p className="text-sm text-text2">
        {used} de {limit} {limit === 1 ? 'vaga do plano' : 'vagas do plano'} em uso
      </p>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-column">
        <div
          className={clsx('h-full rounded-full', isFull ? 'bg-warn' : 'bg-brand')}
          style={{ width: `${Math.min(100, (100 * used) / limit)}%` }}
        />
      </div>
    </div>
  )
}
