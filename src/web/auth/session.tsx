import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { LoginForm, LoginResponse, RegistrationForm } from '#contract/auth.ts'
import type { User } from '#contract/user.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { onSessionExpired } from '#web/lib/http.ts'
import { forgetToken, isSendable, readToken, storeToken, tokenKey } from '#web/lib/token.ts'
import { useWindowEvent } from '#web/lib/window-event.ts'
import { announce } from '#web/ui/live-region.tsx'
import * as api from './api.ts'
import { expiryKey, forgetTypedUnlessExpired, noteExpiry, noteSignIn, tellOtherTabsOfExpiry } from './session-end.ts'
import { forgetUser, storeUser } from './stored-user.ts'

type Snapshot =
  /** With an error, the server could not be asked: nobody is signed out, and `retry` asks again. */
  | { state: 'loading'; user: null; error: string | null }
  | { state: 'signed-in'; user: User; error: null }
  /**
   * `left`: by choice and here, so the next sign-in need not come back to this screen. `removed`: with the whole
   * account. `of`: whose session it was; nobody else is led to where they were.
   */
  | ({ state: 'signed-out'; user: null; of?: string | undefined } & End)

interface End {
  error: string | null
  left: boolean
  removed?: boolean
}

interface Actions {
  /** Throws `ApiError`, as the other calls here do. */
  login: (form: LoginForm) => Promise<User>
  register: (form: RegistrationForm) => Promise<User>
  /** Reads the user again, for instance after a payment. */
  reload: () => Promise<void>
  /** Asks again who is signed in, after a start without the server. */
  retry: () => void
  logout: () => void
  /** After the account was deleted, and its sessions with it. */
  accountRemoved: () => void
  /** After the profile was changed. */
  replaceUser: (user: User) => void
}

export type Session = Snapshot & Actions

const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

/** The signed-in user, on screens that only they can see. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('useUser needs a signed-in session')
  return user
}

const expired = { error: api.failures.session, left: false }
const leftElsewhere = { error: api.failures.leftElsewhere, left: false }
const left = { error: null, left: true }
const removed = { ...left, removed: true }

const beforeVerifying = (): Snapshot =>
  readToken()
    ? { state: 'loading', user: null, error: null }
    : { state: 'signed-out', user: null, error: null, left: false }

export function SessionProvider({ children }: { children: ReactNode }) {
  const [snapshot, setSnapshot] = useState(beforeVerifying)

  const begin = useCallback((user: User) => {
    noteSignIn()
    setSnapshot({ state: 'signed-in', user, error: null })
  }, [])
  const { user } = snapshot
  useEffect(() => {
    if (user) storeUser(user)
  }, [user])

  const end = useCallback((why: End) => {
    forgetToken()
    forgetUser()
    if (why === expired) noteExpiry()
    else forgetTypedUnlessExpired()
    announce('')
    // A late answer must not tell somebody who just left that the session expired.
    setSnapshot(now =>
      now.state === 'signed-out' ? now : { state: 'signed-out', user: null, of: now.user?._id, ...why },
    )
  }, [])

  const verify = useCallback(
    async (signal?: AbortSignal) => {
      const token = readToken()
      setSnapshot(beforeVerifying())
      if (!token) return
      if (!isSendable(token)) return end(expired)
      const isOld = () => signal?.aborted || readToken() !== token
      try {
        const user = await api.verifyToken(signal)
        if (!isOld()) begin(user)
      } catch (error) {
        // A refused token was told to `onSessionExpired`; anything else says nothing about the session.
        if (!isOld()) setSnapshot({ state: 'loading', user: null, error: messageOf(error, api.failures.reload) })
      }
    },
    [begin, end],
  )

  useEffect(() => {
    const controller = new AbortController()
    void verify(controller.signal)
    return () => controller.abort()
  }, [verify])

  useEffect(() => {
    if (!readToken()) forgetTypedUnlessExpired()
  }, [])

  useEffect(
    () =>
      onSessionExpired(token => {
        if (token !== readToken()) return
        tellOtherTabsOfExpiry()
        end(expired)
      }),
    [end],
  )

  const expiresElsewhere = useRef(false)
  useWindowEvent('storage', ({ key, newValue }) => {
    if (key === expiryKey && newValue !== null) expiresElsewhere.current = true
    if (key !== tokenKey && key !== null) return
    if (readToken()) void verify()
    else end(expiresElsewhere.current ? expired : leftElsewhere)
    expiresElsewhere.current = false
  })

  useWindowEvent('online', () => {
    if (snapshot.state === 'loading' && snapshot.error) void verify()
  })

  const actions = useMemo((): Actions => {
    const enter = ({ user, token }: LoginResponse): User => {
      storeToken(token)
      begin(user)
      return user
    }
    const replaceUser = (user: User) => {
      // Only their own record: by the time an answer comes, somebody else may have signed in.
      setSnapshot(now => (now.state === 'signed-in' && now.user._id === user._id ? { ...now, user } : now))
    }
    return {
      login: async form => enter(await api.login(form)),
      register: async form => enter(await api.register(form)),
      reload: async () => replaceUser(await api.fetchMe()),
      retry: () => void verify(),
      logout: () => {
        // Not awaited: signing out works without the server, where the token then dies of age.
        if (readToken()) api.logout().catch(() => undefined)
        end(left)
      },
      accountRemoved: () => end(removed),
      replaceUser,
    }
  }, [begin, end, verify])

  const session = useMemo((): Session => ({ ...snapshot, ...actions }), [snapshot, actions])
  return <SessionContext value={session}>{children}</SessionContext>
}
