import clsx from 'clsx'
import { Link } from '#web/ui/link.tsx'

export interface NavTab {
  label: string
  to: string
  isCurrent: boolean
}

interface NavTabsProps {
  label: string
  tabs: readonly NavTab[]
  className?: string
}

/** Links to pages, or to parts of a page that have an address of their own. */
export const NavTabs = ({ label, tabs, className }: NavTabsProps) => (
  <nav aria-label={label} className={clsx('flex flex-wrap gap-1', className)}>
    {tabs.map(({ label, to, isCurrent }) => (
      <Link
        key={label}
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className={clsx(
          'inline-flex min-h-control flex-1 items-center justify-center whitespace-nowrap rounded-control px-3 font-medium hover:bg-hover hover:text-text',
          isCurrent ? 'bg-hover text-text' : 'text-text2',
        )}
      >
        {label}
      </Link>
    ))}
  </nav>
)

/** Tabs of the pages of one section, below the main navigation. */
export const SectionTabs = ({ className, ...tabs }: NavTabsProps) => (
  <NavTabs {...tabs} className={clsx('rounded-control border border-border bg-surface p-0.5', className)} />
)
