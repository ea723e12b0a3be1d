import { RotateCcw } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { type LeadStatus, stageOf, statusLabels } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { formatReais, formatReaisRounded } from '#contract/values/money.ts'
import { type BoardActions, BoardActionsContext } from '#web/leads/board/board-actions.ts'
import { useBoardGestures } from '#web/leads/board/use-board-gestures.ts'
import LeadMenu from '#web/leads/lead/menu/lead-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { exampleLeads } from './example-leads.ts'
import { type LiveTotals, moveLead, toColumns, totalsOf } from './live-board-state.ts'
import { LiveColumn } from './live-column.tsx'
import { liveRowClass, liveStatusClass, liveTotalsClass } from './live-layout.ts'

/** The board's own cards, gestures and keys with example leads. Nothing is stored or sent. */
export default function LiveBoard() {
  const [leads, setLeads] = useState(() => exampleLeads(new Date()))
  const [menu, setMenu] = useState<{ lead: Lead; anchor: HTMLElement } | null>(null)
  /** Announces the last move. */
  const [said, setSaid] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const columns = useMemo(() => toColumns(leads), [leads])

  const move = useCallback((lead: Lead, to: LeadStatus) => {
    const stage = stageOf(to)
    setLeads(before => moveLead(before, lead._id, stage, new Date()))
    setSaid(
      stage === 'ganho'
        ? `${lead.nome} fechou: mais ${formatReais(lead.valorServico)}.`
        : `${lead.nome} agora está em ${statusLabels[stage]}.`,
    )
  }, [])
  const openMenu = useCallback((lead: Lead, anchor: HTMLElement) => setMenu({ lead, anchor }), [])
  const open = useCallback((lead: Lead) => {
    const anchor = scroller.current?.querySelector<HTMLElement>(`[data-card="${lead._id}"] [aria-haspopup]`)
    if (anchor) setMenu({ lead, anchor })
  }, [])
  const actions = useMemo<BoardActions>(() => ({ open, openMenu, move }), [open, openMenu, move])
  const { surface, tabStops, stay } = useBoardGestures(columns, scroller, actions, () => {})
  const restart = () => {
    setLeads(exampleLeads(new Date()))
    setSaid('')
    scroller.current?.querySelector<HTMLElement>('[data-open]')?.focus()
  }

  return (
    <BoardActionsContext value={actions}>
      <Totals {...totalsOf(columns)} />
      <div
        {...surface}
        className={`${liveRowClass} overflow-x-auto overflow-y-hidden overscroll-x-contain max-md:snap-x max-md:snap-proximity in-data-carrying:snap-none!`}
      >
        {columns.map((column, index) => (
          <LiveColumn key={column.status} column={column} tabStop={tabStops[index]} />
        ))}
      </div>
      <div className={liveStatusClass}>
        <p role="status">{said}</p>
        {said !== '' && (
          <Button size="sm" variant="ghost" icon={<RotateCcw />} onClick={restart}>
            Recomeçar
          </Button>
        )}
      </div>
      {menu && (
        <LeadMenu
          {...menu}
          onMove={status => {
            stay()
            move(menu.lead, status)
          }}
          onClose={() => setMenu(null)}
        />
      )}
    </BoardActionsContext>
  )
}

const Totals = ({ total, conversion, won }: LiveTotals) => (
  <dl className={`${liveTotalsClass} grid grid-cols-[auto_auto_1fr] gap-x-6 md:gap-x-10`}>
    {[
      ['Total Leads', String(total)],
      ['Taxa Conversão', `${conversion}%`],
      ['Valor Fechado', formatReaisRounded(won)],
    ].map(([name, value]) => (
      <div key={name} className="whitespace-nowrap">
        <dt className="text-sm text-text2">{name}</dt>
        <dd className="font-semibold text-lg tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)
