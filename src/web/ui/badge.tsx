import clsx from 'clsx'
import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'quiet' | 'brand' | 'success' | 'warn'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-column text-text2',
  quiet: 'bg-column text-text3',
  brand: 'bg-brand-soft text-brand',
  success: 'bg-success-soft text-success',
  warn: 'bg-warn-soft text-warn',
}

interface BadgeProps {
  tone: BadgeTone
  /** Shares a line that does not wrap, where its content truncates itself. */
  shrinks?: boolean
  children: ReactNode
}

/** Wraps its text only if the badge alone exceeds its container, as with large text. */
export const Badge = ({ tone, shrinks = false, children }: BadgeProps) => (
  <span
    className={clsx(
      'inline-flex max-w-full items-center gap-1 rounded-chip border border-transparent px-2 font-medium text-xs',
      shrinks ? 'h-5.5 whitespace-nowrap' : 'min-h-5.5 shrink-0 wrap-break-word py-0.5',
      tones[tone],
    )}
  >
    {children}
  </span>
)
