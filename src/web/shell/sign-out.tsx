import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/window/when-idle.ts'
import { useMember, useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'

/** Describes the user's unsent work as a sentence; `null` without any. */
export const UnsentWorkContext = createContext<(memberId: string) => string | null>(() => null)

const LazySignOutConfirm = lazyComponent(() => import('./sign-out-confirm.tsx'))

interface SignOutProps {
  icon?: ReactNode
  className?: string
}

/** Signs out at once, or asks first if there is unsent work. */
export const SignOut = (look: SignOutProps) => {
  const { logout } = useSession()
  const { _id: memberId } = useMember()
  const unsentWork = useContext(UnsentWorkContext)
  const [unsent, setUnsent] = useState<string | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  useEffect(() => whenIdle(LazySignOutConfirm.preload), [])
  const leave = () => {
    const now = unsentWork(memberId)
    if (now === null) return logout()
    setUnsent(now)
    setConfirming(true)
  }
  return (
    <>
      <Button variant="ghost" onClick={leave} {...look}>
        Sair
      </Button>
      {unsent !== null && (
        <LazySignOutConfirm open={isConfirming} unsent={unsent} onLeave={logout} onStay={() => setConfirming(false)} />
      )}
    </>
  )
}
