import { RotateCcw } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { type LeadStatus, stageOf, stages, statusLabels } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import { formatReais, formatReaisRounded } from '#contract/money.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { type BoardActions, BoardActionsContext } from '#web/leads/board/board-actions.ts'
import { useBoardDrag } from '#web/leads/board/gestures/use-board-drag.ts'
import { useBoardPan } from '#web/leads/board/gestures/use-board-pan.ts'
import { useTouchDrag } from '#web/leads/board/gestures/use-touch-drag.ts'
import { useBoardKeys } from '#web/leads/board/use-board-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
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
  const keys = useBoardKeys(columns, scroller, actions, () => {})
  const pan = useBoardPan(scroller)
  const touch = useTouchDrag(columns, scroller, move)
  useBoardDrag(columns, scroller, move)
  const restart = () => {
    setLeads(exampleLeads(new Date()))
    setSaid('')
    scroller.current?.querySelector<HTMLElement>('[data-open]')?.focus()
  }

  return (
    <BoardActionsContext value={actions}>
      <Totals {...totalsOf(columns)} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles gestures and keys of the cards inside */}
      <div
        ref={scroller}
        data-board=""
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        onBlur={keys.onBlur}
        onPointerDown={pan.onPointerDown}
        onTouchStart={touch.onTouchStart}
        className={`${liveRowClass} overflow-x-auto overflow-y-hidden overscroll-x-contain max-md:snap-x max-md:snap-proximity data-carrying:snap-none`}
      >
        {columns.map((column, index) => (
          <LiveColumn key={column.status} column={column} tabStop={keys.tabStops[index]} />
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
        <Menu
          open
          anchor={menu.anchor}
          label={`Ações de ${menu.lead.nome}`}
          onClose={() => setMenu(null)}
          items={[
            { kind: 'label', label: 'Mover para…' },
            ...stages.map(stage => ({
              label: statusLabels[stage],
              icon: <StageIcon status={stage} />,
              checked: stage === stageOf(menu.lead.status),
              onSelect: () => {
                keys.stay()
                if (stage !== stageOf(menu.lead.status)) move(menu.lead, stage)
              },
            })),
          ]}
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
