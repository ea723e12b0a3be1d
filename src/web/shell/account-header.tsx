import clsx from 'clsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '#web/lib/error-boundary.tsx'
import { paths } from '#web/lib/paths.ts'
import { useMay } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { AccountName } from './account-name.tsx'
import { BrandLink } from './brand-link.tsx'
import { type NavTab, NavTabs } from './nav-tabs.tsx'
import { SignOut } from './sign-out.tsx'
import { TrialChip } from './trial-chip.tsx'

// Menus are large, so pages render before this chunk loads.
const AppearanceMenu = lazy(async () => ({ default: (await import('./appearance-menu.tsx')).AppearanceMenu }))

const navigationLabel = 'Navegação principal'

interface AccountHeaderProps {
  tabs?: readonly NavTab[]
  /** The page's primary action. */
  action?: ReactNode
}

/** Header of signed-in pages. Below 1024 px the account is a menu, and on phones the tabs get their own row. */
export const AccountHeader = ({ tabs, action }: AccountHeaderProps) => (
  <header className="sticky [@media(height<26rem)]:relative top-0 z-header border-border border-b bg-surface [view-transition-name:account-header]">
    <div className="flex min-h-(--header) flex-wrap items-center gap-2 px-4 md:px-6">
      <BrandLink to={paths.dashboard} tagline="wide" />
      {tabs && <NavTabs label={navigationLabel} tabs={tabs} className="ml-3 max-md:hidden" />}
      {/* Aligns text with the page below, unless the last item is a filled button. */}
      <div
        className={clsx('ml-auto flex flex-wrap items-center justify-end gap-2', action ? 'max-lg:-mr-3' : '-mr-3.5')}
      >
        <AccountBar />
        {action}
        <AccountMenu />
      </div>
    </div>
    {tabs && <NavTabs label={navigationLabel} tabs={tabs} className="border-border border-t px-4 py-1 md:hidden" />}
  </header>
)

const AccountBar = () => {
  const mayAdminister = useMay('admin.read')
  return (
    <div className="flex items-center gap-1 max-lg:hidden">
      <TrialChip />
      <span className="max-w-60 px-2">
        <AccountName limit={18} />
      </span>
      <nav aria-label="Conta" className="flex gap-1">
        <ButtonLink variant="ghost" to={paths.profile}>
          Perfil
        </ButtonLink>
        {mayAdminister && (
          <ButtonLink variant="ghost" to={paths.admin}>
            Admin
          </ButtonLink>
        )}
      </nav>
      <span className="size-control">
        <ErrorBoundary fallback={null}>
          <Suspense>
            <AppearanceMenu />
          </Suspense>
        </ErrorBoundary>
      </span>
      <SignOut />
    </div>
  )
}
