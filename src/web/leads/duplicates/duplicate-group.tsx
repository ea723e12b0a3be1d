import { Merge, Split } from 'lucide-react'
import type { DuplicatesPage } from '#contract/duplicates/duplicates.ts'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { formatDate } from '#contract/values/dates.ts'
import { formatReais } from '#contract/values/money.ts'
import { ContactLinks } from '#web/lead-display/contact-links.tsx'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { StageBadge } from '#web/lead-display/stage-badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { type LeadPairs, pairsOf, pairsWith } from './api.ts'

type Group = DuplicatesPage['groups'][number]

interface DuplicateGroupProps {
  group: Group
  isBusy: boolean
  onMerge: (leads: readonly Lead[]) => void
  onTellApart: (pairs: LeadPairs) => void
}

/** Leads of one phone number or e-mail: merges them, or tells all or one of them apart. */
export const DuplicateGroup = ({ group: { leads, count }, isBusy, onMerge, onTellApart }: DuplicateGroupProps) => {
  // The others would keep the shown leads in one group.
  const isWhole = count === leads.length
  return (
    <li className="rounded-panel border border-border bg-surface">
      <ul className="divide-y divide-border">
        {leads.map(lead => (
          <Duplicate
            key={lead._id}
            lead={lead}
            {...(isWhole && leads.length > 2 && { onTellApart: () => onTellApart(pairsWith(lead, leads)) })}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2 border-border border-t bg-column px-4 py-2">
        <p className="text-sm text-text2">
          {formatLeadCount(count)}
          {!isWhole && `; os ${leads.length} mais antigos aparecem primeiro`}
        </p>
        <div className="flex flex-wrap gap-2">
          {isWhole && (
            <Button variant="ghost" icon={<Split />} disabled={isBusy} onClick={() => onTellApart(pairsOf(leads))}>
              Não são duplicados
            </Button>
          )}
          <Button icon={<Merge />} onClick={() => onMerge(leads)}>
            Unir {formatLeadCount(leads.length)}
          </Button>
        </div>
      </div>
    </li>
  )
}

interface DistinctGroupProps {
  group: Group
  isBusy: boolean
  onTakeBack: (pairs: LeadPairs) => void
}

/** Leads that were told apart. */
export const DistinctGroup = ({ group: { leads }, isBusy, onTakeBack }: DistinctGroupProps) => (
  <li className="rounded-panel border border-border bg-surface">
    <ul className="divide-y divide-border">
      {leads.map(lead => (
        <Duplicate key={lead._id} lead={lead} />
      ))}
    </ul>
    <div className="flex flex-wrap justify-end border-border border-t bg-column px-4 py-2">
      <Button icon={<Merge />} disabled={isBusy} onClick={() => onTakeBack(pairsOf(leads))}>
        São duplicados, sim
      </Button>
    </div>
  </li>
)

const Duplicate = ({ lead, onTellApart }: { lead: Lead; onTellApart?: () => void }) => (
  <li className="grid grid-cols-1 gap-1 px-4 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] md:items-center md:gap-4">
    <div className="min-w-0">
      <p className="truncate font-semibold">{leadName(lead)}</p>
      <p className="truncate text-sm text-text2">
        {lead.negocio} · cadastro em {formatDate(lead.createdAt.slice(0, 10))}
      </p>
    </div>
    <ContactLinks lead={lead} className="flex min-w-0 flex-wrap gap-x-3 text-sm text-text2" />
    <div className="flex min-w-0 flex-wrap items-center gap-3">
      <StageBadge status={lead.status} />
      <span className="text-sm tabular-nums">{formatReais(lead.valorServico)}</span>
      {onTellApart && (
        <IconButton
          size="sm"
          label={`${leadName(lead)} não é duplicado`}
          icon={<Split />}
          onClick={onTellApart}
          className="max-md:ml-auto"
        />
      )}
    </div>
  </li>
)
