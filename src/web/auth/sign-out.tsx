import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'
import { Button } from '#web/ui/button.tsx'
import { deferred } from '#web/ui/deferred.tsx'
import { useSession, useUser } from './session.tsx'

/** Says what of a person's work has not reached the server yet, as a whole sentence; `null` when all of it has. */
export const UnsentWork = createContext<(userId: string) => string | null>(() => null)

const Question = deferred(() => import('./sign-out-question.tsx'))

interface SignOutProps {
  icon?: ReactNode
  className?: string
}

/** Leaves at once, unless something has not been sent: then it asks first. */
export const SignOut = (look: SignOutProps) => {
  const { logout } = useSession()
  const { _id: userId } = useUser()
  const unsentWork = useContext(UnsentWork)
  const [unsent, setUnsent] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => whenIdle(Question.preload), [])
  const leave = () => {
    const now = unsentWork(userId)
    if (now === null) return logout()
    setUnsent(now)
    setAsking(true)
  }
  return (
    <>
      <Button variant="ghost" onClick={leave} {...look}>
        Sair
      </Button>
      {unsent !== null && <Question open={isAsking} unsent={unsent} onLeave={logout} onStay={() => setAsking(false)} />}
    </>
  )
}
