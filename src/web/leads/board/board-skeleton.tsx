import clsx from 'clsx'
import { stages } from '#contract/leads/lead-status.ts'
import { Skeleton, SkeletonCard, SkeletonRegion } from '#web/ui/loading/skeleton.tsx'

const cards = [0, 1, 2, 3]

export const BoardSkeleton = ({ className }: { className?: string | undefined }) => (
  <>
    {/* Placeholder of the stage strip on phones. */}
    <div className="-my-1.5 flex h-control flex-none animate-appear-late items-center px-4 md:hidden">
      <Skeleton className="h-4 w-full" />
    </div>
    <SkeletonRegion className={clsx('flex gap-3 overflow-hidden px-4 pb-3 md:px-6', className)}>
      {stages.map(stage => (
        <div
          key={stage}
          className="h-full w-[85vw] min-w-[min(18rem,90vw)] max-w-85 flex-none rounded-panel bg-column p-2 md:w-80 md:grow"
        >
          <Skeleton className="m-1 mb-3 h-4 w-32" />
          {cards.map(card => (
            <SkeletonCard key={card} lines={['h-4 w-40', 'h-3 w-28', 'h-3 w-20']} className="mb-2 h-card gap-2" />
          ))}
        </div>
      ))}
    </SkeletonRegion>
  </>
)
