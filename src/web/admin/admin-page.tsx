import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#web/lib/url/paths.ts'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { adminErrors, clientsQuery, metricsQuery, revenueQuery } from './api.ts'
import { BackupLine } from './backup-line.tsx'
import { ClientsSection, useClientsParams } from './clients-section.tsx'
import { LeadsByPlan } from './leads-by-plan.tsx'
import { MailsSection, useUndelivered } from './mails/mails-section.tsx'
import { MetricsPanel } from './metrics-panel.tsx'
import { TrailSection } from './trail-section.tsx'
import { useRevokedAdmin } from './use-revoked-admin.ts'

export default function AdminPage() {
  return (
    <AdminLayout title="Painel administrativo" path={paths.admin}>
      <AdminPanel />
    </AdminLayout>
  )
}

const AdminPanel = () => {
  const { search, page } = useClientsParams()
  const undelivered = useUndelivered()
  const users = useQuery(clientsQuery(search, page))
  const metrics = useQuery(metricsQuery)
  const revenue = useQuery(revenueQuery)
  useRevokedAdmin(users.error, metrics.error, revenue.error, undelivered.mails.error)

  // The mails section shows its own error. Waiting for it prevents a layout shift.
  const isLoaded = Boolean(users.data && metrics.data && revenue.data && !undelivered.mails.isPending)
  const [wasLoaded, setWasLoaded] = useState(false)
  if (isLoaded && !wasLoaded) setWasLoaded(true)

  const failed = [users, metrics, revenue].filter(({ error, data }) => error && !data)
  // After the first load, a failed search shows its error in its own section.
  if (failed.length > 0 && !wasLoaded) {
    const query = {
      error: failed[0]?.error,
      isFetching: failed.some(({ isFetching }) => isFetching),
      refetch: () => failed.map(({ refetch }) => refetch()),
    }
    return <LoadError heading="h1" title={adminErrors.load} query={query} fallback={adminErrors.unknown} />
  }
  if (!metrics.data || !revenue.data || !wasLoaded) return <PageSpinner text="Carregando painel administrativo..." />

  const { leadsByPlan } = metrics.data
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid grid-cols-1 gap-4">
        <h1 tabIndex={-1}>Painel administrativo</h1>
        <div className={leadsByPlan.length > 0 ? 'grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]' : ''}>
          <MetricsPanel metrics={metrics.data} totalRevenue={revenue.data.totalRevenue} />
          {leadsByPlan.length > 0 && <LeadsByPlan plans={leadsByPlan} />}
        </div>
        <BackupLine backup={metrics.data.backup} />
      </div>
      <MailsSection {...undelivered} />
      <ClientsSection users={users} />
      <TrailSection />
    </div>
  )
}
