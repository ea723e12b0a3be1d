import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { scrollToMiddle } from '#web/lib/scroll-to-middle.ts'
import { NavTabs, type NavTabsProps } from './nav-tabs.tsx'

/**
 * Tabs of the pages of one section, below the main navigation. On phones one line, which scrolls to the current tab and
 * fades where more tabs follow. Browsers without scroll timelines cut them off.
 */
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
        'relative rounded-control border border-border bg-surface p-0.5 max-md:flex-nowrap max-md:overflow-x-auto max-md:overscroll-x-contain max-md:fade-overflow max-md:[scrollbar-width:none]',
        className,
      )}
    />
  )
}
