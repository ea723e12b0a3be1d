import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'

/** Phones, in whichever way they are held, get the first picture; so does whoever asked for calm. */
const autoplayQuery = '(min-width: 48rem) and (min-height: 30rem) and (prefers-reduced-motion: no-preference)'

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

const shouldAutoplay = (): boolean => matchMedia(autoplayQuery).matches && !savesData()

const subscribeTheme = (onChange: () => void) => {
  const query = matchMedia('(prefers-color-scheme: dark)')
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
const readTheme = (): 'light' | 'dark' =>
  getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light'

/** Once the page has loaded and the browser has nothing better to do. Returns how to call it off. */
const whenLoaded = (work: () => void): (() => void) => {
  let callOff = () => {}
  const wait = () => {
    callOff = whenIdle(work)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => {
    removeEventListener('load', wait)
    callOff()
  }
}

/** When the film is there and whether it runs: by itself where nobody minds, at the button's word everywhere. */
export const useDemoVideo = (video: RefObject<HTMLVideoElement | null>) => {
  const [isLoaded, setIsLoaded] = useState(false)
  const [isPlaying, setIsPlaying] = useState(false)
  const isWanted = useRef(true)
  const theme = useSyncExternalStore(subscribeTheme, readTheme, () => 'light' as const)

  useEffect(() => whenLoaded(() => shouldAutoplay() && setIsLoaded(true)), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme is another element.
  useEffect(() => {
    const element = video.current
    if (!element) return
    // Out of sight, it would only cost; back in sight, it goes on unless it was stopped.
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) element.pause()
      else if (isWanted.current) void element.play().catch(() => undefined)
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [video, isLoaded, theme])

  const toggle = () => {
    isWanted.current = !isPlaying
    if (!isLoaded) setIsLoaded(true)
    else if (isPlaying) video.current?.pause()
    else void video.current?.play().catch(() => undefined)
  }
  const events = { onPlaying: () => setIsPlaying(true), onPause: () => setIsPlaying(false) }
  return { theme, isLoaded, isPlaying, toggle, events }
}
