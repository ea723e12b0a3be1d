import type { ReactNode } from 'react'
import { paths } from '#web/lib/url/paths.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { useMay } from '#web/session/session.tsx'
import { AccountHeader } from '#web/shell/account-header.tsx'
import { Restricted, restrictedTitle } from '#web/shell/restricted.tsx'
import { SectionTabs } from '#web/shell/section-tabs.tsx'

const tabs = [
  { label: 'Painel', to: paths.admin },
  { label: 'Leads', to: paths.adminLeads },
]

interface AdminLayoutProps {
  title: string
  path: string
  children: ReactNode
}

/** Loads and renders its children for administrators only. */
export const AdminLayout = ({ title, path, children }: AdminLayoutProps) => {
  const isAdmin = useMay('admin.read')
  useDocumentTitle(isAdmin ? title : restrictedTitle)
  const tabsHere = tabs.map(tab => ({ ...tab, isCurrent: tab.to === path }))
  return (
    <>
      <AccountHeader />
      <main
        id="conteudo"
        tabIndex={-1}
        className="mx-auto w-full max-w-page px-4 pt-4 pb-[calc(4rem+var(--bottom-bar))] outline-none md:px-6 md:pt-5"
      >
        {isAdmin ? (
          <>
            <SectionTabs label="Seções da administração" tabs={tabsHere} className="mb-4 w-fit max-md:w-full" />
            {children}
          </>
        ) : (
          <Restricted action="admin.read" />
        )}
      </main>
    </>
  )
}
