import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useLoadingNote } from '../slow-note.tsx'

/** Takes the size of the content that it replaces. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={clsx('max-w-full animate-breathe rounded-chip bg-border', className)} />
)

/** A card with one line of text for each class name. */
export const SkeletonCard = ({ lines, className }: { lines: readonly string[]; className?: string }) => (
  <div className={clsx('grid content-center rounded-control border border-border bg-surface p-3', className)}>
    {lines.map(line => (
      <Skeleton key={line} className={line} />
    ))}
  </div>
)

interface SkeletonRegionProps {
  /** The content may be taller. profile/section.tsx shows what follows when it has arrived, or when loading takes long. */
  mayGrow?: boolean
  className?: string
  children?: ReactNode
}

/** Wraps the skeletons of a region: screen readers announce a single status. Shows a note when loading takes long. */
export const SkeletonRegion = ({ mayGrow = false, className, children }: SkeletonRegionProps) => {
  const note = useLoadingNote()
  return (
    <div
      aria-busy="true"
      data-may-grow={(mayGrow && !note) || undefined}
      className={clsx('relative animate-appear-late', className)}
    >
      <p
        role="status"
        className={
          note
            ? 'absolute inset-x-2 top-1/3 z-10 mx-auto w-fit max-w-text rounded-control border border-border bg-raised px-4 py-2 text-center shadow-menu'
            : 'sr-only'
        }
      >
        {note ?? 'Carregando...'}
      </p>
      {children}
    </div>
  )
}
