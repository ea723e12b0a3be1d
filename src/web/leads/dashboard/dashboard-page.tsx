import { usePrefetchQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Maximize, Plus } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Lead, LeadFilters } from '#contract/leads/leads.ts'
import { CheckoutBanner } from '#web/billing/checkout/checkout-banner.tsx'
import { PlanLimitNotice } from '#web/billing/plan-limit-notice.tsx'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { whenIdleInTurn } from '#web/lib/window/when-idle.ts'
import { useMay } from '#web/session/session.tsx'
import { AccountHeader } from '#web/shell/account-header.tsx'
import { type ProductTab, tabLabels } from '#web/shell/product-tabs.ts'
import { TeamProvider } from '#web/team/team-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { boardQuery, firstStepsQuery, listQuery, statsQuery } from '../api.ts'
import { Board } from '../board/board.tsx'
import { BoardScrollButtons } from '../board/board-scroll-buttons.tsx'
import { useResumeMoveQueue } from '../board/moves/use-move-lead.ts'
import { ContactProvider } from '../contact/contact-provider.tsx'
import { useCrossTabRefresh } from '../cross-tab-refresh.ts'
import { NoMatches } from '../empty-leads.tsx'
import { FilterBar } from '../filters/filter-bar.tsx'
import { hasFilters } from '../filters/lead-filters.ts'
import { useLeadFilters } from '../filters/use-lead-filters.ts'
import { newLeadParam, quickLeadParam, readOpenLead, useOpenLead } from '../lead/use-open-lead.ts'
import { useListParams } from '../list/use-list-params.ts'
import { useLostQuestion } from '../lost-question.ts'
import { ExportButton } from '../report/export-button.tsx'
import { countSelected } from '../selection/selection.ts'
import { useSelection } from '../selection/use-selection.ts'
import { areFirstStepsOpen } from '../start/first-steps-shown.ts'
import { useFirstSteps } from '../start/use-first-steps.ts'
import { StatsPanel } from '../stats/stats-panel.tsx'
import { unfiltered, useLeadCounts } from '../use-lead-counts.ts'
import { FullScreen } from './full-screen.tsx'
import {
  FirstSteps,
  idleWork,
  LeadDialog,
  LeadList,
  ListActions,
  NoLeads,
  OfflineBar,
  RemoveLead,
  SelectionBar,
  Today,
  WhyLost,
} from './lazy-parts.tsx'
import { useDashboardTab } from './use-dashboard-tab.ts'
import { useFullScreen } from './use-full-screen.ts'

const boardSizes: Partial<Record<ProductTab, string>> = {
  // Fills the rest of the screen. The page scrolls if that is too little.
  kanban: 'shrink-0 grow basis-80',
  dashboard: 'h-[max(26rem,calc(100dvh-var(--header)-var(--bottom-bar)-2rem))]',
}

// These begin to load before anything is on the screen: the first render of the page takes a slow phone a second.

const BoardPrefetch = ({ filters }: { filters: LeadFilters }) => {
  usePrefetchQuery(boardQuery(useQueryClient(), filters))
  usePrefetchQuery(statsQuery(filters))
  return null
}

const ListPrefetch = ({ filters }: { filters: LeadFilters }) => {
  const { sort, page } = useListParams()
  usePrefetchQuery(listQuery(filters, sort, page))
  usePrefetchQuery(statsQuery(filters))
  return null
}

/** The number of all leads decides what stands above them. */
const CountPrefetch = () => {
  usePrefetchQuery(statsQuery(unfiltered))
  return null
}

const FirstStepsPrefetch = () => {
  usePrefetchQuery(firstStepsQuery)
  return null
}

export { preloadTab } from './lazy-parts.tsx'

export default function DashboardPage() {
  const { tab, tabUrl } = useDashboardTab()
  const { leadId, openNewLead, closeLead } = useOpenLead()
  const { filters } = useLeadFilters()
  const { isFullScreen } = useFullScreen(tab)
  const [removal, setRemoval] = useState<{ lead: Lead; open: boolean }>()
  const lost = useLostQuestion()
  useDocumentTitle(tabLabels[tab])
  useResumeMoveQueue()
  useCrossTabRefresh()
  useEffect(() => whenIdleInTurn(idleWork), [])
  const askToRemove = useCallback((lead: Lead) => setRemoval({ lead, open: true }), [])
  const closeRemoval = () => setRemoval(before => before && { ...before, open: false })
  const removed = (lead: Lead) => {
    // The dialog may ask about another lead by now.
    setRemoval(before => (before?.lead._id === lead._id ? { ...before, open: false } : before))
    if (readOpenLead() === lead._id) closeLead()
  }

  return (
    <TeamProvider>
      {tab in boardSizes && <BoardPrefetch filters={filters} />}
      {tab === 'lista' && <ListPrefetch filters={filters} />}
      {tab !== 'hoje' && <CountPrefetch />}
      {tab !== 'hoje' && areFirstStepsOpen() && <FirstStepsPrefetch />}
      <ContactProvider>
        <div className={tab === 'kanban' ? 'flex h-[calc(100dvh-var(--bottom-bar))] flex-col' : 'pb-(--bottom-bar)'}>
          <div inert={isFullScreen} className="contents">
            <AccountHeader
              dashboard={{ tab, tabUrl, onNewLead: openNewLead }}
              action={
                <Button variant="primary" icon={<Plus />} onClick={openNewLead} onPointerEnter={LeadDialog.preload}>
                  Novo Lead
                </Button>
              }
            />
            <OfflineBar />
          </div>
          <main id="conteudo" tabIndex={-1} className="flex flex-1 flex-col gap-4 pt-3 outline-none md:pt-5">
            <h1 tabIndex={-1} className="sr-only">
              {tabLabels[tab]}
            </h1>
            <CheckoutBanner className="mx-4 md:mx-6" />
            {tab === 'hoje' ? <Today /> : <Leads onRemove={askToRemove} />}
          </main>
          {leadId !== null && (
            <LeadDialog
              key={leadId}
              id={leadId === newLeadParam || leadId === quickLeadParam ? null : leadId}
              isQuick={leadId === quickLeadParam}
              onClose={closeLead}
              onRemove={askToRemove}
            />
          )}
          {lost && <WhyLost key={lost.lead._id} {...lost} />}
          {removal && <RemoveLead {...removal} onRemoved={removed} onCancel={closeRemoval} />}
        </div>
      </ContactProvider>
    </TeamProvider>
  )
}

/** Shows the filtered leads of the current tab. */
const Leads = ({ onRemove }: { onRemove: (lead: Lead) => void }) => {
  const { tab, tabUrl } = useDashboardTab()
  const { filters, changeFilters, clearFilters } = useLeadFilters()
  const { openLead, openQuickLead } = useOpenLead()
  const { isFullScreen, openFullScreen, closeFullScreen } = useFullScreen(tab)
  const { matching, all, isLoadingAll } = useLeadCounts(filters)
  const mayPay = useMay('billing.manage')
  const { steps, hasSamples, isLoading: isLoadingSteps } = useFirstSteps()
  const bar = useRef<HTMLElement>(null)
  const fullScreenButton = useRef<HTMLButtonElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const open = useCallback((lead: Lead) => openLead(lead._id), [openLead])
  const clear = () => {
    clearFilters()
    // The pressed button disappears with the filters.
    bar.current?.focus()
  }
  const controls = useSelection(filters)
  const isSelecting = matching !== undefined && countSelected(controls.selection, matching) > 0
  useEffect(() => {
    if (!isSelecting) return
    return () => {
      // The selection bar took the focus along.
      if (document.activeElement === document.body) bar.current?.focus()
    }
  }, [isSelecting])
  const isEmpty = all === 0
  const notFound = hasFilters(filters) ? <NoMatches onClear={clear} /> : null
  const isPlaceKnown = !isLoadingAll && !isLoadingSteps
  const leads = { filters, controls, isPlaceKnown, onOpen: open, onRemove }

  const board = (matching === 0 && !isEmpty && notFound) || (
    <Board {...leads} scroller={scroller} className={boardSizes[tab]} />
  )

  // A single tree for all tabs preserves input and scroll position across them.
  return (
    <FullScreen
      open={isFullScreen}
      title="Kanban - Gestão de Leads"
      onClose={closeFullScreen}
      opener={fullScreenButton}
      // Phones cannot fit open filters and the board together.
      className={clsx(isFullScreen && 'overflow-y-auto')}
    >
      {mayPay && all !== undefined && all > 0 && !isFullScreen && (
        <PlanLimitNotice used={all} className="mx-4 md:mx-6" />
      )}
      {!isEmpty && (steps.length > 0 || hasSamples) && !isFullScreen && (
        // Keeps its height if its code comes later.
        <div className="mx-4 min-h-10.5 md:mx-6">
          <FirstSteps steps={steps} hasSamples={hasSamples} />
        </div>
      )}
      {isEmpty && <NoLeads onCreate={openQuickLead} />}
      {!isEmpty && tab === 'dashboard' && (
        <StatsPanel filters={filters} stageUrl={stage => tabUrl('lista', { stage })} />
      )}
      {!isEmpty && (
        <FilterBar ref={bar} filters={filters} onChange={changeFilters} onClear={clear}>
          <ExportButton filters={filters} />
          {tab === 'kanban' && !isFullScreen && (
            <Button ref={fullScreenButton} icon={<Maximize />} onClick={openFullScreen}>
              Tela cheia
            </Button>
          )}
          {tab === 'lista' ? <ListActions filters={filters} /> : <BoardScrollButtons board={scroller} />}
        </FilterBar>
      )}
      {tab === 'lista' ? <LeadList {...leads} empty={isEmpty ? null : notFound} /> : board}
      {isSelecting && <SelectionBar controls={controls} filters={filters} matching={matching} />}
    </FullScreen>
  )
}
