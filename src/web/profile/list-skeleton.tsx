import { Skeleton, SkeletonRegion } from '#web/ui/loading/skeleton.tsx'

/** Placeholder with a single row, because most accounts have few entries. */
export const ListSkeleton = () => (
  <SkeletonRegion
    mayGrow
    className="grid min-h-16 content-center gap-2 rounded-panel border border-border bg-surface px-4"
  >
    <Skeleton className="h-4 w-40" />
    <Skeleton className="h-3 w-24" />
  </SkeletonRegion>
)
