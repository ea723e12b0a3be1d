import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { findScreen } from '#contract/screens.ts'
import { ErrorBoundary } from '#web/lib/error-boundary.tsx'
import { preloadable } from '#web/lib/preloadable.tsx'
import { paths } from '#web/lib/url/paths.ts'
import { SkeletonRegion } from '#web/ui/loading/skeleton.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { signedInShell } from './lazy-signed-in-shell.ts'
import { LoadingPage } from './loading-page.tsx'
import { onFirstInput } from './on-first-input.ts'
import { PageTransition } from './page-transition.tsx'
import { preloadOnHover } from './preload-on-hover.ts'
import type { ScreenAccess } from './route-guard.tsx'
import { ScreenError } from './screen-error.tsx'
import { useRouteFocus } from './use-route-focus.ts'

const sessionShell = preloadable(() => import('./session-shell.tsx'))

type Load = () => Promise<{ default: ComponentType }>
const screen = (path: string, access: ScreenAccess | 'public', load: Load) => ({ path, access, ...preloadable(load) })

const loadLanding: Load = async () => {
  const page = await import('#web/landing/landing-page.tsx')
  await page.preloadSections()
  return page
}

const loadLegal: Load = () => import('#web/legal/legal-page.tsx')

const loadDashboard: Load = async () => {
  const page = await import('#web/leads/dashboard/dashboard-page.tsx')
  page.preloadTab(location.search)
  return page
}

/** Pages below the profile. The list of their code is loaded with the first of them. */
const profilePaths = [
  paths.profileDevices,
  paths.profileTeam,
  paths.profileStages,
  paths.profileNotices,
  paths.profileSales,
  paths.profilePrivacy,
  paths.profileIntegrations,
  paths.profileFiscalData,
  paths.profileBrand,
  paths.profileHelp,
  paths.profileBackups,
  paths.profileData,
] as const

const notFound = screen('*', 'public', () => import('./not-found-page.tsx'))
const screens = [
  screen(paths.landing, 'public', loadLanding),
  screen(paths.login, 'guest', () => import('#web/auth/login-page.tsx')),
  screen(paths.register, 'guest', () => import('#web/auth/register-page.tsx')),
  screen(paths.forgotPassword, 'public', () => import('#web/auth/forgot-password-page.tsx')),
  screen(paths.resetPassword, 'public', () => import('#web/auth/reset-password-page.tsx')),
  screen(paths.confirmEmail, 'public', () => import('#web/auth/confirm-email-page.tsx')),
  screen(paths.invite, 'anyone', () => import('#web/team/invite-page.tsx')),
  screen(paths.terms, 'public', loadLegal),
  screen(paths.privacy, 'public', loadLegal),
  screen(paths.dashboard, 'leads.read', loadDashboard),
  screen(paths.reports, 'leads.read', () => import('#web/reports/reports-page.tsx')),
  screen(paths.import, 'leads.import', () => import('#web/spreadsheets/import-page.tsx')),
  screen(paths.trash, 'leads.remove', () => import('#web/leads/trash/trash-page.tsx')),
  screen(paths.duplicates, 'leads.remove', () => import('#web/leads/duplicates/duplicates-page.tsx')),
  screen(paths.subscription, 'session.manage', () => import('#web/billing/subscription/subscription-page.tsx')),
  screen(paths.profile, 'profile.manage', () => import('#web/profile/profile-page.tsx')),
  ...profilePaths.map(path =>
    screen(path, 'profile.manage', async () => (await import('#web/profile/profile-pages.ts')).profilePages[path]()),
  ),
  screen(paths.admin, 'admin.read', () => import('#web/admin/admin-page.tsx')),
  screen(paths.adminLeads, 'admin.read', () => import('#web/admin/all-leads/all-leads-page.tsx')),
]

const findScreenEntry = (pathname: string) => {
  const path = findScreen(pathname)
  return screens.find(screen => screen.path === path) ?? notFound
}

/** Loads all code that the first render of the page needs. */
export const preloadScreen = async (pathname: string): Promise<void> => {
  const { access, preload } = findScreenEntry(pathname)
  const isForUsers = !['public', 'guest', 'anyone'].includes(access)
  await Promise.all([preload(), access !== 'public' && sessionShell.preload(), isForUsers && signedInShell.preload()])
}

/** Stands in for the page while its code loads. */
export const LoadingScreen = ({ pathname }: { pathname: string }) => (
  <LoadingPage>
    {findScreenEntry(pathname).access === 'leads.read' && <SkeletonRegion className="dashboard-skeleton" />}
  </LoadingPage>
)

/** Renders the page of the current URL. Guards and suspending parts stay above the transition, which animates once. */
export function Screens() {
  const { pathname } = useLocation()
  const [firstPathname] = useState(pathname)
  const [isFirst, setFirst] = useState(true)
  if (isFirst && pathname !== firstPathname) setFirst(false)
  const { access, Component: Screen, preload } = findScreenEntry(pathname)
  useRouteFocus()
  useEffect(() => {
    // Loads the page's code while the session is checked, and the next page's code while the form is filled in.
    void preload()
    return access === 'guest' ? onFirstInput(() => void preloadScreen(paths.dashboard)) : undefined
  }, [access, preload])
  useEffect(() => preloadOnHover(path => void preloadScreen(path)), [])

  const page = (
    <PageTransition isFirst={isFirst}>
      <ErrorBoundary fallback={<ScreenError />}>
        <Screen />
      </ErrorBoundary>
    </PageTransition>
  )
  return (
    <>
      <SkipLink />
      <Suspense fallback={<LoadingScreen pathname={pathname} />}>
        {access === 'public' ? page : <sessionShell.Component access={access}>{page}</sessionShell.Component>}
      </Suspense>
    </>
  )
}
