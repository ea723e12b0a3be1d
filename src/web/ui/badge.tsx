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

type BadgeProps = { tone: BadgeTone; children: ReactNode }

export const Badge = ({ tone, children }: BadgeProps) => (
  <span
    className={clsx(
      'inline-flex h-5.5 max-w-full items-center gap-1 whitespace-nowrap rounded-chip border border-transparent px-2 font-medium text-xs',
      tones[tone],
    )}
  >
    {children}
  </span>
)
