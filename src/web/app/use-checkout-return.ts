import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '#web/auth/session.tsx'

const reloadAfterMs = 2000

/**
 * Whoever comes back from a payment carries `success=true`, often before the payment provider has told the server:
 * the user is read again after two seconds. True until then.
 */
export function useCheckoutReturn(): boolean {
  const [params] = useSearchParams()
  const { state, reload } = useSession()
  const [isSettled, setSettled] = useState(false)
  const isReturning = params.get('success') === 'true' && state === 'signed-in'
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (!isReturning) return
    const settle = () => setSettled(true)
    clearTimeout(timer.current)
    // Not cleared when the address changes: screens remove the parameter once they have read it.
    timer.current = setTimeout(() => reload().then(settle, settle), reloadAfterMs)
  }, [isReturning, reload])
  useEffect(() => () => clearTimeout(timer.current), [])

  return isReturning && !isSettled
}
