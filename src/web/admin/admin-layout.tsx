import { type ReactNode, useEffect } from 'react'
import { forbiddenText } from '#contract/forbidden-text.ts'
import { paths } from '#web/lib/paths.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { useMay, useSession } from '#web/session/session.tsx'
import { AccountHeader } from '#web/shell/account-header.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const tabs = [
  { label: 'Painel', to: paths.admin },
  { label: 'Leads', to: paths.adminLeads },
  { label: 'Dashboard', to: paths.dashboard },
]

const restricted = 'Acesso Restrito'

interface AdminLayoutProps {
  title: string
  path: string
  children: ReactNode
}

/** Loads and renders its children for administrators only. */
export const AdminLayout = ({ title, path, children }: AdminLayoutProps) => {
  const isAdmin = useMay('admin.read')
  useDocumentTitle(isAdmin ? title : restricted)
  const tabsHere = tabs.map(tab => ({ ...tab, isCurrent: tab.to === path }))
  return (
    <>
      <AccountHeader {...(isAdmin && { tabs: tabsHere })} />
      <main
        id="conteudo"
        tabIndex={-1}
        className="mx-auto w-full max-w-page px-4 pt-4 pb-16 outline-none md:px-6 md:pt-5"
      >
        {isAdmin ? children : <Restricted />}
      </main>
    </>
  )
}

const Restricted = () => {
  const { reload } = useSession()
  // Picks up a role granted since the login.
  useEffect(() => void reload().catch(() => undefined), [reload])
  return (
    <EmptyState
      kind="error"
      heading="h1"
      title={restricted}
      text={forbiddenText('admin.read')}
      actions={<ButtonLink to={paths.dashboard}>Ir para o Dashboard</ButtonLink>}
    />
  )
}
