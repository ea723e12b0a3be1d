import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Team, TeamMember } from '#contract/team/team.ts'
import { refetchAfterWrite } from '#web/lib/requests/query-client.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { orderSeats, teamQuery } from './api.ts'

const swap = <Item,>(items: readonly Item[], from: number, to: number): Item[] => {
  const swapped = [...items]
  const [one, other] = [items[from], items[to]]
  if (one !== undefined && other !== undefined) [swapped[from], swapped[to]] = [other, one]
  return swapped
}

/** The members in the order of their seats, for a plan with fewer seats than members. */
export const SeatOrder = ({ members, seats }: Pick<Team, 'members' | 'seats'>) => {
  const queryClient = useQueryClient()
  const [owner, ...stored] = members
  const [order, setOrder] = useState<TeamMember[]>()
  // A member may have joined or left since the first change.
  const ids = new Set(stored.map(({ _id }) => _id))
  const isCurrent = order?.length === stored.length && order.every(({ _id }) => ids.has(_id))
  const shown = isCurrent ? order : stored
  const isChanged = shown.some(({ _id }, index) => _id !== stored[index]?._id)
  const saving = useMutation({
    mutationFn: () => orderSeats(shown.map(({ _id }) => _id)),
    networkMode: 'always',
    onSuccess: () => toast.success({ title: 'Ordem das vagas atualizada' }),
    onSettled: (_result, error) => refetchAfterWrite(queryClient, teamQuery.queryKey, error),
  })
  if (!owner || seats.limit === null) return null
  const limit = seats.limit
  const move = (from: number, to: number, { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (to < 0 || to >= shown.length) return
    saving.reset()
    flushSync(() => setOrder(swap(shown, from, to)))
    // React may have moved the focused row.
    currentTarget.focus()
    announce(`${shown[from]?.nome}: ${to + 2}ª posição`)
  }
  return (
    <div className="grid gap-4">
      <FailureNotice title="A ordem não foi salva" error={saving.error} />
      <ol className="divide-y divide-border rounded-panel border border-border bg-surface">
        {[owner, ...shown].map((member, index) => (
          <li key={member._id} className="flex items-center gap-3 px-4 py-2">
            <span className="w-5 flex-none text-right text-sm text-text3">{index + 1}</span>
            <Avatar name={member.nome} size="sm" />
            <p className="flex min-h-control min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
              <span className="wrap-anywhere font-medium">{member.nome}</span>
              {index >= limit && <Badge tone="warn">Sem vaga</Badge>}
            </p>
            {index > 0 && (
              <div className="flex flex-none">
                <IconButton
                  label={`Subir ${member.nome}`}
                  icon={<ChevronUp />}
                  className="aria-disabled:opacity-50"
                  aria-disabled={index === 1}
                  onClick={event => move(index - 1, index - 2, event)}
                />
                <IconButton
                  label={`Descer ${member.nome}`}
                  icon={<ChevronDown />}
                  className="aria-disabled:opacity-50"
                  aria-disabled={index === shown.length}
                  onClick={event => move(index - 1, index, event)}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
      {isChanged && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={saving.isPending} onClick={() => saving.mutate()}>
            Salvar ordem
          </Button>
          <Button onClick={() => setOrder(undefined)}>Cancelar</Button>
          <SlowNote active={saving.isPending} className="basis-full" />
        </div>
      )}
    </div>
  )
}
