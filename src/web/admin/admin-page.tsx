import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { AdminScreen } from './admin-screen.tsx'
import { adminFailures, clientsQuery, metricsQuery, revenueQuery } from './api.ts'
import { ClientsSection, useClientsAddress } from './clients-section.tsx'
import { LeadsByPlan } from './leads-by-plan.tsx'
import { MetricsPanel } from './metrics-panel.tsx'
import { TrailSection } from './trail-section.tsx'
import { useForbidden } from './use-forbidden.ts'

export default function AdminPage() {
  return (
    <AdminScreen title="Painel Administrativo" path={paths.admin}>
      <AdminPanel />
    </AdminScreen>
  )
}

const AdminPanel = () => {
  const { search, page } = useClientsAddress()
  // All three are asked for at once.
  const users = useQuery(clientsQuery(search, page))
  const metrics = useQuery(metricsQuery)
  const revenue = useQuery(revenueQuery)
  useForbidden(users.error, metrics.error, revenue.error)

  const isLoaded = users.data !== undefined && metrics.data !== undefined && revenue.data !== undefined
  const [wasLoaded, setWasLoaded] = useState(false)
  if (isLoaded && !wasLoaded) setWasLoaded(true)

  const failed = [users, metrics, revenue].filter(({ error, data }) => error && !data)
  // Once the panel is there, a search that fails says so in its own section.
  if (failed.length > 0 && !wasLoaded) {
    const retry = () => {
      for (const query of failed) void query.refetch()
    }
    return (
      <EmptyState
        kind="error"
        heading="h1"
        title={adminFailures.load}
        text={messageOf(failed[0]?.error, adminFailures.unknown)}
        actions={
          <Button busy={failed.some(({ isFetching }) => isFetching)} onClick={retry}>
            Tentar novamente
          </Button>
        }
      />
    )
  }
  if (!metrics.data || !revenue.data || !wasLoaded) return <PageSpinner text="Carregando painel administrativo..." />

  const { leadsByPlan } = metrics.data
  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        <h1 tabIndex={-1}>Painel Administrativo</h1>
        <div className={leadsByPlan.length > 0 ? 'grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]' : ''}>
          <MetricsPanel metrics={metrics.data} totalRevenue={revenue.data.totalRevenue} />
          {leadsByPlan.length > 0 && <LeadsByPlan plans={leadsByPlan} />}
        </div>
      </div>
      <ClientsSection users={users} />
      <TrailSection />
    </div>
  )
}
