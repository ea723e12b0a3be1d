import { RotateCcw } from 'lucide-react'
import { leadName } from '#contract/leads/lead-name.ts'
import { type RemovedLead, trashDays } from '#contract/leads/lead-trash.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { formatReais } from '#contract/values/money.ts'
import { StageBadge } from '#web/lead-display/stage-badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { isSelected, type Selection } from '../selection/selection.ts'

interface TrashRowsProps {
  removed: readonly RemovedLead[]
  selection: Selection
  onSelect: (lead: Lead, selected: boolean) => void
  onRestore: (lead: Lead) => void
  /** Id of the lead that is being restored alone. */
  busyId: string | undefined
}

const dayMs = 24 * 60 * 60 * 1000

const remainingText = ({ removedAt }: RemovedLead, now: Date): string => {
  const days = Math.ceil((new Date(removedAt).getTime() + trashDays * dayMs - now.getTime()) / dayMs)
  return days <= 1 ? 'último dia' : `mais ${days} dias`
}

const Removal = ({ entry }: { entry: RemovedLead }) => (
  <>
    excluído <RelativeTime at={entry.removedAt} />
    {entry.removedBy && ` por ${entry.removedBy.nome}`} · {remainingText(entry, new Date())}
  </>
)

export const TrashRows = ({ removed, selection, onSelect, onRestore, busyId }: TrashRowsProps) => {
  return (
    <ul aria-label="Leads excluídos" className="grid grid-cols-1 gap-2">
      {removed.map(entry => {
        const { lead } = entry
        const name = leadName(lead)
        return (
          <li
            key={lead._id}
            className="flex items-center gap-3 rounded-control border border-border bg-surface p-3 max-md:flex-wrap"
          >
            <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                checked={isSelected(selection, lead)}
                onChange={event => onSelect(lead, event.target.checked)}
                className="size-5 shrink-0 accent-brand"
              />
              <span className="min-w-0">
                <span className="block truncate font-semibold">{name}</span>
                <span className="block truncate text-sm text-text2">{lead.negocio}</span>
                <span className="block text-sm text-text3">
                  <Removal entry={entry} />
                </span>
              </span>
            </label>
            <div className="flex items-center gap-3 max-md:w-full max-md:flex-wrap max-md:justify-between max-md:pl-8">
              <StageBadge status={lead.status} />
              <span className="text-sm tabular-nums max-sm:hidden">{formatReais(lead.valorServico)}</span>
              <Button
                size="sm"
                icon={<RotateCcw />}
                busy={busyId === lead._id}
                aria-label={`Restaurar ${name}`}
                onClick={() => onRestore(lead)}
              >
                Restaurar
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
