import clsx from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useIsOnline } from '#web/lib/use-is-online.ts'

const slowMs = 8000
const slow = 'Está demorando mais que o normal…'
const offline = 'Sem conexão. Carrega quando ela voltar.'

const useIsSlow = (isWaiting: boolean): boolean => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isWaiting && isSlow
}

/** Of something that loads: what to say when it does not go as usual. */
export const useLoadingNote = (isWaiting = true): string | undefined => {
  const isSlow = useIsSlow(isWaiting)
  const isOnline = useIsOnline()
  if (!isWaiting) return undefined
  return isOnline ? (isSlow ? slow : undefined) : offline
}

interface SlowNoteProps {
  /** Something is under way. */
  active: boolean
  /** What one can do meanwhile. */
  children?: ReactNode
  className?: string
}

/** Says beside a button at work that it takes longer than usual. Until then it takes no room. */
export const SlowNote = ({ active, children, className }: SlowNoteProps) => {
  const isSlow = useIsSlow(active)
  return (
    <p role="status" className={clsx('text-sm text-text2 empty:hidden', className)}>
      {isSlow && (
        <>
          {slow} {children}
        </>
      )}
    </p>
  )
}
