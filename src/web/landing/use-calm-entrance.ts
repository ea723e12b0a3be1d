import { type RefObject, useEffect } from 'react'
import { prefersReducedMotion } from '#web/lib/window/prefers-reduced-motion.ts'

const timing = { duration: 600, easing: 'cubic-bezier(.2,0,0,1)', fill: 'both' } as const
const frames = [
  { opacity: 0, translate: '0 1.25rem' },
  { opacity: 1, translate: '0 0' },
]

/**
 * Parts marked `data-enter` fade and slide in when they first come into view. Without scripts, with reduced motion, in
 * print, and where a page opens or a jump leads they are simply there.
 */
export const useCalmEntrance = (container: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const { current } = container
    if (!current?.animate || prefersReducedMotion()) return
    const waiting = new Map<Element, Animation>()
    const inView = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries) {
          const animation = isIntersecting ? waiting.get(target) : undefined
          if (!animation) continue
          inView.unobserve(target)
          waiting.delete(target)
          // An animation that stays in effect would keep its own layer.
          animation.onfinish = () => animation.cancel()
          animation.play()
        }
      },
      { rootMargin: '0px 0px -10%' },
    )
    // A part is hidden shortly before it comes into view: each hidden part is a layer of its own, which takes a slow phone time.
    const nearView = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          if (!isIntersecting) continue
          nearView.unobserve(target)
          if (boundingClientRect.top < innerHeight) continue
          const animation = target.animate(frames, timing)
          animation.pause()
          waiting.set(target, animation)
          inView.observe(target)
        }
      },
      { rootMargin: '0px 0px 100%' },
    )
    for (const part of current.querySelectorAll('[data-enter]')) nearView.observe(part)
    const showAll = () => {
      nearView.disconnect()
      inView.disconnect()
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
