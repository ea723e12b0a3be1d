import { type ComponentType, type ReactNode, useState } from 'react'
import { deferredComponent } from '#web/lib/deferred-component.tsx'
import { ErrorBoundary } from '#web/lib/error-boundary.tsx'
import { EmptyState } from '../empty-state.tsx'
import { RetryButton } from './retry-button.tsx'

interface LazyComponentOptions {
  /** Shown while loading; not used for overlays. */
  fallback?: ReactNode
  /** A page part shows a failure in its place, an overlay in a toast. An extra is missing without a word. */
  place?: 'page' | 'layer' | 'extra'
  /** Title of the failure. */
  failure?: string
}

/** Loads a component that the first render does not need, on render or by `preload`. Shows a failed load with a retry button. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { fallback = null, place = 'layer', failure = 'Esta parte da página não abriu' }: LazyComponentOptions = {},
) => {
  const part = deferredComponent(load, fallback)
  const Failure = failures[place]

  const LazyPart = (props: Props) => {
    const [attempt, setAttempt] = useState(0)
    return (
      <ErrorBoundary
        key={attempt}
        fallback={Failure && <Failure title={failure} onRetry={() => setAttempt(attempt + 1)} />}
      >
        <part.Component {...props} />
      </ErrorBoundary>
    )
  }
  return Object.assign(LazyPart, { preload: part.preload })
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

const failures = { page: PageFailure, layer: LayerFailure, extra: null }
