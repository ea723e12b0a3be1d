import clsx from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useIsOnline } from '#web/lib/window/use-is-online.ts'

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

/** Returns the note for a slow or offline load, if any. */
export const useLoadingNote = (isWaiting = true): string | undefined => {
  const isSlow = useIsSlow(isWaiting)
  const isOnline = useIsOnline()
  if (!isWaiting) return undefined
  return isOnline ? (isSlow ? slow : undefined) : offline
}

interface SlowNoteProps {
  /** Whether an action is running. */
  active: boolean
  /** What the user can do while waiting. */
  children?: ReactNode
  className?: string
}

/** Shows next to a busy button that the action takes longer than usual. Takes no space before that. */
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
