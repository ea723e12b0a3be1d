import clsx from 'clsx'
import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export type NoticeTone = 'info' | 'success' | 'warn' | 'danger'

const tones: Record<NoticeTone, { box: string; mark: string; Icon: LucideIcon }> = {
  info: { box: 'bg-brand-soft', mark: 'text-brand', Icon: Info },
  success: { box: 'bg-success-soft', mark: 'text-success', Icon: CircleCheck },
  warn: { box: 'bg-warn-soft', mark: 'text-warn', Icon: TriangleAlert },
  danger: { box: 'bg-danger-soft', mark: 'text-danger', Icon: OctagonAlert },
}

type NoticeProps = {
  tone?: NoticeTone
  title: string
  children?: ReactNode
  actions?: ReactNode
  className?: string
}

export const Notice = ({ tone = 'info', title, children, actions, className }: NoticeProps) => {
  const { box, mark, Icon } = tones[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={clsx(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control border border-transparent px-4 py-3 [--border:var(--border-strong)]',
        box,
        className,
      )}
    >
      <Icon aria-hidden="true" className={clsx('mt-0.5', mark)} />
      <div className="min-w-[min(12rem,100%)] flex-1">
        <p className={clsx('font-semibold', mark)}>{title}</p>
        {children && <div className="text-text2">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
