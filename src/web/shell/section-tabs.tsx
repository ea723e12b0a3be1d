import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { scrollToMiddle } from '#web/lib/window/scroll-to-middle.ts'
import { NavTabs, type NavTabsProps } from './nav-tabs.tsx'

/** So many fit the narrowest phone. */
const maxFitting = 3

/** Tabs of the pages of one section, below the main navigation. On phones one line; many scroll to the current tab. */
export const SectionTabs = ({ className, ...tabs }: NavTabsProps) => {
  const strip = useRef<HTMLElement>(null)
  const current = tabs.tabs.findIndex(({ isCurrent }) => isCurrent)
  useEffect(() => {
    if (strip.current) scrollToMiddle(strip.current, current)
  }, [current])
  return (
    <NavTabs
      {...tabs}
      ref={strip}
      className={clsx(
        'relative rounded-control border border-border bg-surface p-0.5 max-md:flex-nowrap max-md:overflow-x-auto max-md:overscroll-x-contain max-md:[scrollbar-width:none]',
        tabs.tabs.length > maxFitting &&
          'max-md:pr-8 max-md:[mask-image:linear-gradient(to_right,#000_calc(100%-2.5rem),transparent)]',
        className,
      )}
    />
  )
}
