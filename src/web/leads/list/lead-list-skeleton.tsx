import { listPageSize } from '#contract/leads/leads.ts'
import { Skeleton, SkeletonCard, SkeletonRegion } from '#web/ui/loading/skeleton.tsx'

const rows = Array.from({ length: listPageSize }, (_, row) => row)

export const LeadListSkeleton = () => (
  <SkeletonRegion className="px-4 pb-6 md:px-6">
    <Skeleton className="mb-3 ml-auto h-control w-72 max-lg:hidden" />
    <div className="divide-y divide-border overflow-hidden rounded-panel border border-border bg-surface max-lg:hidden">
      <div className="h-10 bg-column" />
      {rows.map(row => (
        <div key={row} className="flex h-14 items-center gap-6 px-5 in-data-[density=compact]:h-11">
          <Skeleton className="h-4 w-1/5" />
          <Skeleton className="h-4 w-1/6" />
          <Skeleton className="h-4 w-1/6" />
          <Skeleton className="ml-auto h-4 w-1/12" />
        </div>
      ))}
    </div>
    <div className="grid gap-2 md:grid-cols-2 lg:hidden">
      <div className="mb-1 grid gap-1.5 md:col-span-2 md:ml-auto md:w-72">
        <Skeleton className="h-4.5 w-24 md:hidden" />
        <Skeleton className="h-control" />
      </div>
      {rows.map(row => (
        <SkeletonCard key={row} lines={['h-4 w-40', 'h-3 w-28', 'h-3 w-44']} className="h-36 gap-3" />
      ))}
    </div>
  </SkeletonRegion>
)
