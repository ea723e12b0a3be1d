import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { LoginResponse, SignedInState } from '#contract/auth/auth.ts'
import type { LoginForm, RegistrationForm } from '#contract/auth/auth-forms.ts'
import type { User } from '#contract/auth/user.ts'
import { type Action, decide, isPermitted } from '#contract/policies.ts'
import type { Member } from '#contract/team/roles.ts'
import { setAccountBrand } from '#web/lib/account-brand.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { onSessionExpired } from '#web/lib/requests/http.ts'
import { clearToken, isValidHeaderValue, readToken, storeToken, tokenKey } from '#web/lib/token.ts'
import { useWindowEvent } from '#web/lib/window/use-window-event.ts'
import { announce } from '#web/ui/live-region.tsx'
import * as api from './api.ts'
import {
  clearDraftsUnlessExpired,
  clearTabExpired,
  expiryKey,
  markTabExpired,
  notifyOtherTabsOfExpiry,
} from './session-end.ts'
import { clearStoredUser, saveStoredUser } from './stored-user.ts'

type SignedIn = { state: 'signed-in'; error: null } & Pick<SignedInState, 'user' | 'member'>

type Snapshot =
  /** With an error, the server was unavailable: the user stays signed in, and `retry` tries again. */
  | { state: 'loading'; user: null; member?: undefined; error: string | null }
  | SignedIn
  /**
   * `left`: the user signed out here, so the next login does not return to the page. `removed`: the account was
   * deleted; `of`: id of the only member that returns to the page.
   */
  | ({ state: 'signed-out'; user: null; member?: undefined; of?: string | undefined } & SessionEnd)

interface SessionEnd {
  error: string | null
  signedOutByUser: boolean
  accountDeleted?: boolean
}

interface Actions {
  /** Throws `ApiError`, as the other functions do. */
  login: (form: LoginForm) => Promise<User>
  register: (form: RegistrationForm) => Promise<User>
  /** Starts the session of a response with a token, for instance after joining a team. */
  enter: (response: LoginResponse) => User
  /** Reloads the user, for instance after a payment. */
  reload: () => Promise<void>
  /** Retries a start without the server. */
  retry: () => void
  logout: () => void
  /** Call after the account and its sessions were deleted. */
  onAccountDeleted: () => void
  /** Call after a profile change. */
  replaceUser: (user: User) => void
}

export type Session = Snapshot & Actions

const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

function useSignedIn(): SignedIn {
  const session = useSession()
  if (!session.user) throw new Error('signed out')
  return session
}

/** Returns the signed-in user. Throws on signed-out pages. */
export const useUser = (): User => useSignedIn().user

/** Returns the user's membership in the account of the session. Drafts and queued moves belong to it. */
export const useMember = (): Member => useSignedIn().member

/** Returns whether the signed-in user's role permits an action. */
export function useMay(action: Action): boolean {
  const session = useSession()
  return session.state === 'signed-in' && isPermitted(action, session)
}

/** Returns whether the user of the session may perform an action now: by role, subscription and seat. */
export const mayNow = (action: Action, session: Snapshot): boolean =>
  session.state === 'signed-in' && decide(action, session, new Date()) === 'allowed'

const expired = { error: api.authErrors.session, signedOutByUser: false }
const leftElsewhere = { error: api.authErrors.leftElsewhere, signedOutByUser: false }
const signedOutByUser = { error: null, signedOutByUser: true }
const accountDeleted = { ...signedOutByUser, accountDeleted: true }

const initialSnapshot = (): Snapshot =>
  readToken()
    ? { state: 'loading', user: null, error: null }
    : { state: 'signed-out', user: null, error: null, signedOutByUser: false }

export function SessionProvider({ children }: { children: ReactNode }) {
  const [snapshot, setSnapshot] = useState(initialSnapshot)

  const startSession = useCallback(({ user, member, brand }: SignedInState) => {
    clearTabExpired()
    setAccountBrand(brand)
    setSnapshot({ state: 'signed-in', user, member, error: null })
  }, [])
  useEffect(() => {
    // A sign-out right after the page has rendered runs before this effect.
    if (snapshot.user && readToken()) saveStoredUser(snapshot.user, mayNow('leads.read', snapshot))
  }, [snapshot])

  const endSession = useCallback((reason: SessionEnd) => {
    clearToken()
    clearStoredUser()
    setAccountBrand(undefined)
    if (reason === expired) markTabExpired()
    else clearDraftsUnlessExpired()
    announce('')
    // A late response must not show an expiry notice after a sign-out.
    setSnapshot(now =>
      now.state === 'signed-out' ? now : { state: 'signed-out', user: null, of: now.member?._id, ...reason },
    )
  }, [])

  const verify = useCallback(
    async (signal?: AbortSignal) => {
      const token = readToken()
      setSnapshot(initialSnapshot())
      if (!token) return
      if (!isValidHeaderValue(token)) return endSession(expired)
      const isStale = () => signal?.aborted || readToken() !== token
      try {
        const signedIn = await api.verifyToken(signal)
        // The whole page renders next. React renders a transition in slices, between which the browser can respond.
        if (!isStale()) startTransition(() => startSession(signedIn))
      } catch (error) {
        // `onSessionExpired` handles rejected tokens. Other errors do not end the session.
        if (!isStale()) setSnapshot({ state: 'loading', user: null, error: errorMessage(error, api.authErrors.reload) })
      }
    },
    [startSession, endSession],
  )

  useEffect(() => {
    const controller = new AbortController()
    void verify(controller.signal)
    return () => controller.abort()
  }, [verify])

  useEffect(() => {
    if (!readToken()) clearDraftsUnlessExpired()
  }, [])

  useEffect(
    () =>
      onSessionExpired(token => {
        if (token !== readToken()) return
        notifyOtherTabsOfExpiry()
        endSession(expired)
      }),
    [endSession],
  )

  const expiresElsewhere = useRef(false)
  useWindowEvent('storage', ({ key, newValue }) => {
    if (key === expiryKey && newValue !== null) expiresElsewhere.current = true
    if (key !== tokenKey && key !== null) return
    if (readToken()) void verify()
    else endSession(expiresElsewhere.current ? expired : leftElsewhere)
    expiresElsewhere.current = false
  })

  useWindowEvent('online', () => {
    if (snapshot.state === 'loading' && snapshot.error) void verify()
  })

  const actions = useMemo((): Actions => {
    const enter = (response: LoginResponse): User => {
      storeToken(response.token)
      startSession(response)
      return response.user
    }
    const replace = (part: Pick<SignedInState, 'user'> & Partial<SignedInState>) => {
      // Another user may have signed in before the response arrived.
      const { user, member } = part
      setSnapshot(now => (now.user && now.user._id === user._id ? { ...now, user, member: member ?? now.member } : now))
    }
    return {
      login: async form => enter(await api.login(form)),
      register: async form => enter(await api.register(form)),
      enter,
      reload: async () => {
        const signedIn = await api.fetchMe()
        setAccountBrand(signedIn.brand)
        replace(signedIn)
      },
      retry: () => void verify(),
      logout: () => {
        // Not awaited: signing out works without the server, where the token expires later.
        if (readToken()) api.logout().catch(() => undefined)
        endSession(signedOutByUser)
      },
      onAccountDeleted: () => endSession(accountDeleted),
      replaceUser: user => replace({ user }),
    }
  }, [startSession, endSession, verify])

  const session = useMemo((): Session => ({ ...snapshot, ...actions }), [snapshot, actions])
  return <SessionContext value={session}>{children}</SessionContext>
}
