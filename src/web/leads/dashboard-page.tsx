import { Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import { AccountHeader } from '#web/auth/account-header.tsx'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Board } from './board.tsx'
import { FiguresPanel } from './figures-panel.tsx'
import { LeadList } from './lead-list.tsx'
import { RemoveLead } from './remove-lead.tsx'
import { dashboardTabs, newLeadAddress, useDashboardAddress } from './use-dashboard-address.ts'

const loadDialog = () => import('./lead-dialog.tsx')
const LeadDialog = lazy(loadDialog)

const tabLabels = { dashboard: 'Dashboard', kanban: 'Kanban', lista: 'Lista' }

export default function DashboardPage() {
  const address = useDashboardAddress()
  const { tab, filters, leadId, openLead, closeLead } = address
  const [removing, setRemoving] = useState<Lead | null>(null)
  useDocumentTitle(tabLabels[tab])

  const open = useCallback((lead: Lead) => openLead(lead._id), [openLead])
  const create = useCallback(() => openLead(newLeadAddress), [openLead])
  const tabs = dashboardTabs.map(name => ({
    label: tabLabels[name],
    to: address.addressOf(name),
    isCurrent: name === tab,
  }))
  const board = { filters, onOpen: open, onRemove: setRemoving }

  return (
    <div className={tab === 'kanban' ? 'flex h-dvh flex-col' : ''}>
      <AccountHeader
        tabs={tabs}
        action={
          <Button variant="primary" icon={<Plus />} onClick={create} onPointerEnter={() => void loadDialog()}>
            Novo Lead
          </Button>
        }
      />
      <main id="conteudo" tabIndex={-1} className="flex min-h-0 flex-1 flex-col gap-4 pt-4 outline-none md:pt-5">
        <h1 tabIndex={-1} className="sr-only">
          {tabLabels[tab]}
        </h1>
        {tab === 'dashboard' && <FiguresPanel filters={filters} onCreate={create} />}
        {tab !== 'lista' && (
          <Board
            {...board}
            className={tab === 'kanban' ? 'min-h-0 flex-1' : 'h-[max(26rem,calc(100dvh-var(--header)-2rem))]'}
          />
        )}
        {tab === 'lista' && <LeadList {...board} page={address.page} onPage={address.setPage} onCreate={create} />}
      </main>
      {leadId !== null && (
        <Suspense>
          <LeadDialog
            key={leadId}
            id={leadId === newLeadAddress ? null : leadId}
            onClose={closeLead}
            onRemove={setRemoving}
          />
        </Suspense>
      )}
      <RemoveLead lead={removing} onDone={() => setRemoving(null)} />
    </div>
  )
}
