import clsx from 'clsx'

interface MeterProps {
  value: number
  max: number
  isWarning: boolean
  className?: string
}

/** Draws a share as a bar. The text next to it states the numbers. */
export const Meter = ({ value, max, isWarning, className }: MeterProps) => (
  <svg
    aria-hidden="true"
    className={clsx('h-2 w-full rounded-chip bg-column', isWarning ? 'text-warn' : 'text-brand', className)}
  >
    <rect width={`${Math.min(100, (value / max) * 100)}%`} height="100%" rx="3" fill="currentColor" />
  </svg>
)
