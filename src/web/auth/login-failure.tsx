import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type LoginError, loginBanner } from './login-banner.ts'

interface LoginFailureProps {
  error: LoginError
  onDismiss: () => void
  onRetry: () => void
}

export const LoginFailure = ({ error, onDismiss, onRetry }: LoginFailureProps) => {
  const { title, tips, canRetry } = loginBanner(error)
  return (
    <Notice
      tone="danger"
      title={title}
      actions={
        <>
          <Button size="sm" onClick={onDismiss}>
            Tentar Novamente
          </Button>
          {canRetry && <RetryCountdown onRetry={onRetry} />}
        </>
      }
    >
      <p>{error.message}</p>
      <Tips tips={tips} />
    </Notice>
  )
}

const Tips = ({ tips }: { tips: readonly string[] }) => {
  if (tips.length < 2) return <p>{tips[0]}</p>
  return (
    <ul className="mt-1 list-disc pl-4">
      {tips.map(tip => (
        <li key={tip}>{tip}</li>
      ))}
    </ul>
  )
}

const waitSeconds = 5

const RetryCountdown = ({ onRetry }: { onRetry: () => void }) => {
  const [left, setLeft] = useState<number>()
  const retry = useEffectEvent(onRetry)

  useEffect(() => {
    if (left === undefined) return
    if (left === 0) return retry()
    const second = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(second)
  }, [left])

  if (left === undefined) {
    return (
      <Button size="sm" onClick={() => setLeft(waitSeconds)}>
        Tentar em {waitSeconds}s
      </Button>
    )
  }
  // The countdown is hidden from screen readers, which would announce the whole alert every second.
  return (
    <Button size="sm" busy>
      <span aria-hidden="true">Tentando em {left}s</span>
      <span className="sr-only">Tentando em instantes</span>
    </Button>
  )
}
