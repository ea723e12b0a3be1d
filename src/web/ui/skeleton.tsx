import clsx from 'clsx'
import type { ReactNode } from 'react'

/** Give it the box of what it stands for. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={clsx('animate-breathe rounded-chip bg-border', className)} />
)

/** Wraps the skeletons of one region: screen readers hear one status instead of many boxes. */
export const SkeletonRegion = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div aria-busy="true" className={clsx('animate-appear-late', className)}>
    <p role="status" className="sr-only">
      Carregando...
    </p>
    {children}
  </div>
)
