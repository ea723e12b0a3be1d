import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { type Action, decide } from '#contract/policies.ts'
import { loginRedirect } from '#web/auth/login-redirect.ts'
import { type CheckoutReturn, CheckoutReturnContext, noCheckoutReturn } from '#web/billing/checkout/checkout-return.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useSession } from '#web/session/session.tsx'
import { signedInShell } from './lazy-signed-in-shell.ts'
import { LoadingPage } from './loading-page.tsx'
import { ServerUnavailable } from './server-unavailable.tsx'

const AfterCheckout = lazy(() => import('./after-checkout.tsx'))
const UnconfirmedPayment = lazy(() => import('./unconfirmed-payment.tsx'))

/**
 * Access to a page: `guest` requires no session, `anyone` depends on it but requires none; an action requires a user that may
 * perform the action.
 */
export type ScreenAccess = 'guest' | 'anyone' | Action

interface GuardedPage {
  access: ScreenAccess
  children: ReactNode
}

export function RouteGuard(page: GuardedPage) {
  const { search } = useLocation()
  // The notice about the payment remains when its parameter is removed.
  const [hasReturned, setReturned] = useState(false)
  const isReturn = hasReturned || new URLSearchParams(search).get('success') === 'true'
  if (isReturn && !hasReturned) setReturned(true)
  if (!isReturn) return <Guard {...page} checkoutReturn={noCheckoutReturn} />
  return (
    <Suspense fallback={<LoadingPage />}>
      <AfterCheckout isAuthPage={page.access === 'guest'}>
        {checkoutReturn => <Guard {...page} checkoutReturn={checkoutReturn} />}
      </AfterCheckout>
    </Suspense>
  )
}

function Guard({ access, children, checkoutReturn }: GuardedPage & { checkoutReturn: CheckoutReturn }) {
  const session = useSession()
  const { pathname, search, hash, state } = useLocation()
  useEffect(() => void signedInShell.preload(), [])

  if (session.state === 'loading') {
    return session.error ? (
      <ServerUnavailable message={session.error} />
    ) : (
      <LoadingPage text="Verificando autenticação..." />
    )
  }
  if (access === 'anyone') return children
  if (access === 'guest') {
    if (session.state === 'signed-out') return children
    const from = state?.of === undefined || state.of === session.member._id ? state?.from : undefined
    return <Redirect to={loginRedirect(session.user, from, new Date())} />
  }
  if (session.state === 'signed-out') {
    const { signedOutByUser, of } = session
    return <Redirect to={paths.login} state={signedOutByUser ? null : { from: { pathname, search, hash }, of }} />
  }
  // The page itself reports a role without permission.
  if (decide(access, session, new Date()) !== 'subscription_required') {
    return (
      <CheckoutReturnContext value={checkoutReturn}>
        <signedInShell.Component key={session.member._id} memberId={session.member._id}>
          {children}
        </signedInShell.Component>
      </CheckoutReturnContext>
    )
  }
  if (checkoutReturn.outcome === 'confirming') return <LoadingPage text="Confirmando sua assinatura..." />
  if (checkoutReturn.outcome === 'unconfirmed') {
    return (
      <CheckoutReturnContext value={checkoutReturn}>
        <UnconfirmedPayment />
      </CheckoutReturnContext>
    )
  }
  return <Redirect to={paths.subscription} />
}

/** Shows a spinner while the code of the other page loads. */
const Redirect = (to: { to: string; state?: unknown }) => (
  <>
    <Navigate {...to} replace />
    <LoadingPage />
  </>
)
