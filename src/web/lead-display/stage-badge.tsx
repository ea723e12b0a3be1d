import clsx from 'clsx'
import { type LeadStatus, statusLabels } from '#contract/leads/lead-status.ts'
import { StageIcon } from './stage-icon.tsx'
import { stageStyle } from './stage-styles.ts'

export const StageBadge = ({ status, className }: { status: LeadStatus; className?: string }) => (
  <span
    className={clsx(
      'inline-flex h-5.5 max-w-full items-center gap-1.5 rounded-chip border border-transparent px-1.5 font-medium text-xs',
      stageStyle(status).badge,
      className,
    )}
  >
    <StageIcon status={status} className="size-3.5" />
    <span className="truncate">{statusLabels[status]}</span>
  </span>
)
