import clsx from 'clsx'
import { Maximize, Plus } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import { AccountHeader } from '#web/auth/account-header.tsx'
import { CheckoutBanner } from '#web/billing/checkout-banner.tsx'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { Button } from '#web/ui/button.tsx'
import { Board } from './board.tsx'
import { BoardSteps } from './board-steps.tsx'
import { LeadDialog, LeadList, preloadParts, RemoveLead } from './deferred-parts.tsx'
import { NoLeadFound, NoLeadYet } from './empty-leads.tsx'
import { FiguresPanel } from './figures-panel.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FullScreen } from './full-screen.tsx'
import { hasFilters } from './lead-filters.ts'
import { useLeadsElsewhere } from './leads-elsewhere.ts'
import { OfflineBar } from './offline-bar.tsx'
import {
  type DashboardAddress,
  type DashboardTab,
  dashboardTabs,
  newLeadAddress,
  openLeadNow,
  useDashboardAddress,
} from './use-dashboard-address.ts'
import { useLeadCounts } from './use-lead-counts.ts'
import { useWaitingMoves } from './use-move-lead.ts'

const tabLabels = { dashboard: 'Dashboard', kanban: 'Kanban', lista: 'Lista' }

const boardSizes: Record<DashboardTab, string> = {
  // The rest of the screen; where that is too little, the page scrolls.
  kanban: 'shrink-0 grow basis-80',
  dashboard: 'h-[max(26rem,calc(100dvh-var(--header)-2rem))]',
  lista: '',
}

export default function DashboardPage() {
  const address = useDashboardAddress()
  const { tab, leadId, openLead, closeLead, isFullScreen } = address
  const [removal, setRemoval] = useState<{ lead: Lead; open: boolean }>()
  useDocumentTitle(tabLabels[tab])
  useWaitingMoves()
  useLeadsElsewhere()
  useEffect(() => whenIdle(preloadParts), [])
  const create = useCallback(() => openLead(newLeadAddress), [openLead])
  const askToRemove = useCallback((lead: Lead) => setRemoval({ lead, open: true }), [])
  const closeRemoval = () => setRemoval(before => before && { ...before, open: false })
  const removed = (lead: Lead) => {
    // By now the question may be about another lead.
    setRemoval(before => (before?.lead._id === lead._id ? { ...before, open: false } : before))
    if (openLeadNow() === lead._id) closeLead()
  }
  const tabs = dashboardTabs.map(name => ({
    label: tabLabels[name],
    to: address.addressOf(name),
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
        <Leads address={address} onCreate={create} onRemove={askToRemove} />
      </main>
      {leadId !== null && (
        <LeadDialog
          key={leadId}
          id={leadId === newLeadAddress ? null : leadId}
          onClose={closeLead}
          onRemove={askToRemove}
        />
      )}
      {removal && <RemoveLead {...removal} onRemoved={removed} onCancel={closeRemoval} />}
    </div>
  )
}

interface LeadsProps {
  address: DashboardAddress
  onCreate: () => void
  onRemove: (lead: Lead) => void
}

/** The same filtered leads on every tab; only how they are shown differs. */
const Leads = ({ address, onCreate, onRemove }: LeadsProps) => {
  const { tab, filters, openLead, clearFilters } = address
  const { matching, all } = useLeadCounts(filters)
  const bar = useRef<HTMLElement>(null)
  const fullScreenButton = useRef<HTMLButtonElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const open = useCallback((lead: Lead) => openLead(lead._id), [openLead])
  const clear = () => {
    clearFilters()
    // The pressed button goes away with what it cleared.
    bar.current?.focus()
  }
  const isEmpty = all === 0
  const notFound = hasFilters(filters) ? <NoLeadFound onClear={clear} /> : null
  const leads = { filters, onOpen: open, onRemove }

  const board = (matching === 0 && !isEmpty && notFound) || (
    <Board {...leads} scroller={scroller} className={boardSizes[tab]} />
  )

  // One tree for all tabs: what is being typed, and the board, stay as they are from one to the next.
  return (
    <FullScreen
      open={address.isFullScreen}
      title="Kanban - Gestão de Leads"
      onClose={address.closeFullScreen}
      opener={fullScreenButton}
      // Phones have no room for open filters and the board together.
      className={clsx(address.isFullScreen && 'overflow-y-auto')}
    >
      {isEmpty && <NoLeadYet onCreate={onCreate} />}
      {!isEmpty && tab === 'dashboard' && (
        <FiguresPanel filters={filters} addressOf={stage => address.addressOf('lista', { stage })} />
      )}
      {!isEmpty && (
        <FilterBar ref={bar} address={address} onClear={clear}>
          {tab === 'kanban' && !address.isFullScreen && (
            <Button ref={fullScreenButton} icon={<Maximize />} onClick={address.openFullScreen}>
              Tela cheia
            </Button>
          )}
          {tab !== 'lista' && <BoardSteps board={scroller} />}
        </FilterBar>
      )}
      {tab === 'lista' ? (
        <LeadList
          {...leads}
          sort={address.sort}
          page={address.page}
          onSort={address.setSort}
          onPage={address.setPage}
          empty={isEmpty ? null : notFound}
        />
      ) : (
        board
      )}
    </FullScreen>
  )
}
