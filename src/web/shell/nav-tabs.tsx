import clsx from 'clsx'
import type { Ref } from 'react'
import { Link } from '#web/ui/link.tsx'

export interface NavTab {
  label: string
  to: string
  isCurrent: boolean
}

export interface NavTabsProps {
  label: string
  tabs: readonly NavTab[]
  className?: string
  ref?: Ref<HTMLElement>
}

/** Links to pages, or to parts of a page that have an address of their own. */
export const NavTabs = ({ label, tabs, className, ref }: NavTabsProps) => (
  <nav ref={ref} aria-label={label} className={clsx('flex flex-wrap gap-1', className)}>
    {tabs.map(({ label, to, isCurrent }) => (
      <Link
        key={label}
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className={clsx(
          'inline-flex min-h-control flex-1 items-center justify-center whitespace-nowrap rounded-control px-3 font-medium max-lg:px-2.5 hover:bg-hover hover:text-text',
          isCurrent ? 'bg-hover text-text' : 'text-text2',
        )}
      >
        {label}
      </Link>
    ))}
  </nav>
)
