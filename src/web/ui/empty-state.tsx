import clsx from 'clsx'
import type { ReactNode } from 'react'
import { deferredComponent } from '#web/lib/deferred-component.tsx'
import type { EmptyKind } from './empty-illustration.tsx'

// Every page holds this file, and few show it. Without the network, there is no picture.
const illustration = deferredComponent<{ kind: EmptyKind }>(() =>
  import('./empty-illustration.tsx').catch(() => ({ default: () => null })),
)

type EmptyStateProps = {
  /** `empty`: no data yet. `search`: no match, `error`: failed to load. */
  kind?: EmptyKind
  title: string
  text?: ReactNode
  actions?: ReactNode
  /** Heading level that fits the page. */
  heading?: 'h1' | 'h2' | 'h3'
  className?: string
}

export const EmptyState = ({
  kind = 'empty',
  title,
  text,
  actions,
  heading: Heading = 'h2',
  className,
}: EmptyStateProps) => (
  <div
    role={kind === 'error' ? 'alert' : undefined}
    className={clsx('grid justify-items-center gap-1 px-4 py-10 text-center', className)}
  >
    <div className="aspect-[105/48] w-26">
      <illustration.Component kind={kind} />
    </div>
    <Heading className="mt-3 text-lg">{title}</Heading>
    {text && <p className="max-w-text text-text2">{text}</p>}
    {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
)
