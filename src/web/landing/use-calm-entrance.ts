import { type RefObject, useEffect } from 'react'
import { prefersReducedMotion } from '#web/lib/prefers-reduced-motion.ts'

const timing = { duration: 600, easing: 'cubic-bezier(.2,0,0,1)', fill: 'both' } as const
const frames = [
  { opacity: 0, translate: '0 1.25rem' },
  { opacity: 1, translate: '0 0' },
]

/**
 * Parts marked `data-enter` fade and slide in when they first come into view. Without scripts, with reduced motion, in
 * print, and above the fold at the start they are simply there.
 */
export const useCalmEntrance = (container: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const { current } = container
    if (!current?.animate || prefersReducedMotion()) return
    const waiting = new Map<Element, Animation>()
    const below = [...current.querySelectorAll('[data-enter]')].filter(
      part => part.getBoundingClientRect().top > innerHeight,
    )
    const watcher = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries) {
          const animation = isIntersecting ? waiting.get(target) : undefined
          if (!animation) continue
          watcher.unobserve(target)
          waiting.delete(target)
          // An animation that stays in effect would keep its own layer.
          animation.onfinish = () => animation.cancel()
          animation.play()
        }
      },
      { rootMargin: '0px 0px -10%' },
    )
    for (const part of below) {
      const animation = part.animate(frames, timing)
      animation.pause()
      waiting.set(part, animation)
      watcher.observe(part)
    }
    const showAll = () => {
      watcher.disconnect()
      for (const animation of waiting.values()) animation.cancel()
      waiting.clear()
    }
    addEventListener('beforeprint', showAll)
    return () => {
      removeEventListener('beforeprint', showAll)
      showAll()
    }
  }, [container])
}
