import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { accountBrand } from '#web/lib/account-brand.ts'
import { paths } from '#web/lib/url/paths.ts'
import { mayNow, useMay, useSession } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { useIsLarge, useIsMedium } from '#web/ui/use-breakpoint.ts'
import { AccountMenu } from './account-menu.tsx'
import { AccountName } from './account-name.tsx'
import { BrandLink } from './brand-link.tsx'
import { NavTabs } from './nav-tabs.tsx'
import { type DashboardNav, productTabs, tabLabels, tabPath } from './product-tabs.ts'
import { SearchButton } from './search-button.tsx'
import { SignOut } from './sign-out.tsx'
import { TrialChip } from './trial-chip.tsx'

// Pages render before these chunks load.
const HeaderMenus = lazyComponent(() => import('./header-menus.tsx'), { place: 'extra' })
const NotificationBell = lazyComponent(() => import('#web/notifications/notification-bell.tsx'), { place: 'extra' })

/** A separate chunk, which only accounts with a brand load. */
const AccountBrandLink = lazyComponent(() => import('./account-brand-link.tsx'))

/** A separate chunk, which only phones load. */
const BottomBar = lazyComponent(() => import('./bottom-bar.tsx'))

/** Returns whether the user may open the dashboard now. Without access its tabs would lead back to the plans. */
const useHasDashboard = (): boolean => mayNow('leads.read', useSession())

interface AccountHeaderProps {
  /** Only on the dashboard. Other pages link to its tabs. */
  dashboard?: DashboardNav
  /** The page's primary action. Phones have it in the bottom bar. */
  action?: ReactNode
}

/** Header of signed-in pages. Below 1024 px the account is a menu, and on phones the tabs are a bar at the bottom. */
export const AccountHeader = ({ dashboard, action }: AccountHeaderProps) => {
  const isWide = useIsMedium()
  const isLarge = useIsLarge()
  const hasDashboard = useHasDashboard()
  const brand = accountBrand()
  return (
    <>
      <header className="sticky [@media(height<26rem)]:relative top-0 z-header border-border border-b bg-surface [view-transition-name:account-header]">
        <div className="flex min-h-(--header) flex-wrap items-center gap-2 px-4 md:px-6">
          {brand ? <AccountBrandLink {...brand} /> : <BrandLink to={paths.dashboard} tagline="wide" />}
          {isWide && hasDashboard && <DashboardTabs dashboard={dashboard} />}
          {/* Aligns text with the page below, unless the last item is a filled button. */}
          <div
            className={clsx(
              'ml-auto flex flex-wrap items-center justify-end gap-[min(0.5rem,2.5vw)]',
              action ? 'max-lg:-mr-3' : '-mr-3.5',
            )}
          >
            {hasDashboard && <SearchButton />}
            {hasDashboard && (
              <HeaderSlot>
                <NotificationBell />
              </HeaderSlot>
            )}
            {isLarge && <AccountBar />}
            {isWide && action}
            <AccountMenu />
          </div>
        </div>
      </header>
      {!isWide && hasDashboard && <BottomBar dashboard={dashboard} />}
    </>
  )
}

const DashboardTabs = ({ dashboard }: { dashboard: DashboardNav | undefined }) => {
  const tabs = productTabs.map(tab => ({
    label: tabLabels[tab],
    to: dashboard?.tabUrl(tab) ?? tabPath(tab),
    isCurrent: dashboard?.tab === tab,
  }))
  const reports = { label: 'Relatórios', to: paths.reports, isCurrent: useLocation().pathname === paths.reports }
  return <NavTabs label="Navegação principal" tabs={[...tabs, reports]} className="ml-3" />
}

/** Keeps the space of a button that loads later, or not at all. */
const HeaderSlot = ({ children }: { children: ReactNode }) => <span className="flex min-w-control">{children}</span>

const AccountBar = () => {
  const mayAdminister = useMay('admin.read')
  return (
    <div className="flex items-center gap-1">
      <TrialChip />
      <span className={clsx('max-w-60 px-2', mayAdminister && 'max-[68rem]:hidden')}>
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
      <HeaderSlot>
        <HeaderMenus />
      </HeaderSlot>
      <SignOut />
    </div>
  )
}
