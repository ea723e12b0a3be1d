import clsx from 'clsx'
import { Maximize, Plus } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import { CheckoutBanner } from '#web/billing/checkout/checkout-banner.tsx'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { AccountHeader } from '#web/shell/account-header.tsx'
import { Button } from '#web/ui/button.tsx'
import { Board } from '../board/board.tsx'
import { BoardScrollButtons } from '../board/board-scroll-buttons.tsx'
import { useResumeMoveQueue } from '../board/moves/use-move-lead.ts'
import { useCrossTabRefresh } from '../cross-tab-refresh.ts'
import { NoLeads, NoMatches } from '../empty-leads.tsx'
import { FilterBar } from '../filters/filter-bar.tsx'
import { hasFilters } from '../filters/lead-filters.ts'
import { StatsPanel } from '../stats/stats-panel.tsx'
import { useLeadCounts } from '../use-lead-counts.ts'
import { FullScreen } from './full-screen.tsx'
import { LeadDialog, LeadList, preloadLazyParts, RemoveLead } from './lazy-parts.tsx'
import { OfflineBar } from './offline-bar.tsx'
import {
  type DashboardParams,
  type DashboardTab,
  dashboardTabs,
  newLeadParam,
  readOpenLead,
  useDashboardParams,
} from './use-dashboard-params.ts'

const tabLabels = { dashboard: 'Dashboard', kanban: 'Kanban', lista: 'Lista' }

const boardSizes: Record<DashboardTab, string> = {
  // Fills the rest of the screen. The page scrolls if that is too little.
  kanban: 'shrink-0 grow basis-80',
  dashboard: 'h-[max(26rem,calc(100dvh-var(--header)-2rem))]',
  lista: '',
}

export default function DashboardPage() {
  const params = useDashboardParams()
  const { tab, leadId, openLead, closeLead, isFullScreen } = params
  const [removal, setRemoval] = useState<{ lead: Lead; open: boolean }>()
  useDocumentTitle(tabLabels[tab])
  useResumeMoveQueue()
  useCrossTabRefresh()
  useEffect(() => whenIdle(preloadLazyParts), [])
  const create = useCallback(() => openLead(newLeadParam), [openLead])
  const askToRemove = useCallback((lead: Lead) => setRemoval({ lead, open: true }), [])
  const closeRemoval = () => setRemoval(before => before && { ...before, open: false })
  const removed = (lead: Lead) => {
    // The dialog may ask about another lead by now.
    setRemoval(before => (before?.lead._id === lead._id ? { ...before, open: false } : before))
    if (readOpenLead() === lead._id) closeLead()
  }
  const tabs = dashboardTabs.map(name => ({
    label: tabLabels[name],
    to: params.tabUrl(name),
    isCurrent: name === tab,
  }))

  return (
    <div className={tab === 'kanban' ? 'flex h-dvh flex-col' : ''}>
      <div inert={isFullScreen} className="contents">
        <AccountHeader
          tabs={tabs}
          action={
            <Button variant="primary" icon={<Plus />} onClick={create} onPointerEnter={LeadDialog.preload}>
              Novo Lead
            </Button>
          }
        />
        <OfflineBar />
      </div>
      <main id="conteudo" tabIndex={-1} className="flex flex-1 flex-col gap-4 pt-4 outline-none md:pt-5">
        <h1 tabIndex={-1} className="sr-only">
          {tabLabels[tab]}
        </h1>
        <CheckoutBanner className="mx-4 md:mx-6" />
        <Leads params={params} onCreate={create} onRemove={askToRemove} />
      </main>
      {leadId !== null && (
        <LeadDialog
          key={leadId}
          id={leadId === newLeadParam ? null : leadId}
          onClose={closeLead}
          onRemove={askToRemove}
        />
      )}
      {removal && <RemoveLead {...removal} onRemoved={removed} onCancel={closeRemoval} />}
    </div>
  )
}

interface LeadsProps {
  params: DashboardParams
  onCreate: () => void
  onRemove: (lead: Lead) => void
}

/** Shows the filtered leads of the current tab. */
const Leads = ({ params, onCreate, onRemove }: LeadsProps) => {
  const { tab, filters, openLead, clearFilters } = params
  const { matching, all } = useLeadCounts(filters)
  const bar = useRef<HTMLElement>(null)
  const fullScreenButton = useRef<HTMLButtonElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const open = useCallback((lead: Lead) => openLead(lead._id), [openLead])
  const clear = () => {
    clearFilters()
    // The pressed button disappears with the filters.
    bar.current?.focus()
  }
  const isEmpty = all === 0
  const notFound = hasFilters(filters) ? <NoMatches onClear={clear} /> : null
  const leads = { filters, onOpen: open, onRemove }

  const board = (matching === 0 && !isEmpty && notFound) || (
    <Board {...leads} scroller={scroller} className={boardSizes[tab]} />
  )

  // A single tree for all tabs preserves input and scroll position across them.
  return (
    <FullScreen
      open={params.isFullScreen}
      title="Kanban - Gestão de Leads"
      onClose={params.closeFullScreen}
      opener={fullScreenButton}
      // Phones cannot fit open filters and the board together.
      className={clsx(params.isFullScreen && 'overflow-y-auto')}
    >
      {isEmpty && <NoLeads onCreate={onCreate} />}
      {!isEmpty && tab === 'dashboard' && (
        <StatsPanel filters={filters} stageUrl={stage => params.tabUrl('lista', { stage })} />
      )}
      {!isEmpty && (
        <FilterBar ref={bar} filters={filters} onChange={params.changeFilters} onClear={clear}>
          {tab === 'kanban' && !params.isFullScreen && (
            <Button ref={fullScreenButton} icon={<Maximize />} onClick={params.openFullScreen}>
              Tela cheia
            </Button>
          )}
          {tab !== 'lista' && <BoardScrollButtons board={scroller} />}
        </FilterBar>
      )}
      {tab === 'lista' ? (
        <LeadList
          {...leads}
          sort={params.sort}
          page={params.page}
          onSort={params.setSort}
          onPage={params.setPage}
          empty={isEmpty ? null : notFound}
        />
      ) : (
        board
      )}
    </FullScreen>
  )
}
