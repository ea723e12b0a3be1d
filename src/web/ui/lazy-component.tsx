import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from '#web/lib/error-boundary.tsx'
import { EmptyState } from './empty-state.tsx'
import { RetryButton } from './retry-button.tsx'

interface LazyComponentOptions {
  /** Shown while loading; not used for overlays. */
  fallback?: ReactNode
  /** A page part shows a failure in its place, an overlay in a toast. */
  place?: 'page' | 'layer'
  /** Title of the failure. */
  failure?: string
}

/**
 * Loads a component that the first render does not need, on render or by `preload`. Shows a failed load with a retry
 * button.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { fallback = null, place = 'layer', failure = 'Esta parte da página não abriu' }: LazyComponentOptions = {},
) => {
  let latest = lazy(load)
  const Failure = place === 'page' ? PageFailure : LayerFailure

  const LazyPart = (props: Props) => {
    const [Part, setPart] = useState(() => latest)
    const [attempt, setAttempt] = useState(0)
    const retry = () => {
      // `React.lazy` caches a failure permanently, so create another.
      latest = lazy(load)
      setPart(() => latest)
      setAttempt(attempt + 1)
    }
    return (
      <ErrorBoundary key={attempt} fallback={<Failure title={failure} onRetry={retry} />}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  /** A failed preload shows on render, not here. */
  return Object.assign(LazyPart, { preload: () => void load().catch(() => undefined) })
}

interface FailureProps {
  title: string
  onRetry: () => void
}

const advice = 'Verifique a conexão e tente novamente. Se não adiantar, recarregue a página.'

const PageFailure = ({ title, onRetry }: FailureProps) => (
  <EmptyState kind="error" title={title} text={advice} actions={<RetryButton size="sm" onRetry={onRetry} />} />
)

const LayerFailure = ({ title, onRetry }: FailureProps) => (
  <div
    role="alert"
    className="fixed right-4 bottom-[calc(1rem+var(--bottom-bar))] left-4 z-toast grid justify-items-start gap-1 rounded-control bg-raised p-3 shadow-menu md:left-auto md:w-96"
  >
    <p className="font-semibold">{title}</p>
    <p className="mb-1 text-text2">{advice}</p>
    <RetryButton size="sm" onRetry={onRetry} />
  </div>
)
