import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '#web/lib/window/when-idle.ts'

const narrowQuery = '(width < 48rem)'
/** Users with reduced motion get the first frame, and so do phones in landscape, whose screen the video would fill. */
const autoplayQuery = `(prefers-reduced-motion: no-preference) and (${narrowQuery} or (min-height: 30rem))`

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

const shouldAutoplay = (): boolean => matchMedia(autoplayQuery).matches && !savesData()

const darkQuery = '(prefers-color-scheme: dark)'

const subscribeTo = (text: string) => (onChange: () => void) => {
  const query = matchMedia(text)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
const subscribeTheme = subscribeTo(darkQuery)
const subscribeShape = subscribeTo(narrowQuery)
const readTheme = (): 'light' | 'dark' =>
  getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light'
const readShape = (): 'wide' | 'phone' => (matchMedia(narrowQuery).matches ? 'phone' : 'wide')

/** Runs after the page has loaded and the browser is idle. Returns a cancel function. */
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

/** Loads and plays the video: automatically where motion is allowed, by button everywhere. */
export const useDemoVideo = (video: RefObject<HTMLVideoElement | null>) => {
  const [isLoaded, setIsLoaded] = useState(false)
  const [isPlaying, setIsPlaying] = useState(false)
  const isWanted = useRef(true)
  const theme = useSyncExternalStore(subscribeTheme, readTheme, () => 'light' as const)
  const shape = useSyncExternalStore(subscribeShape, readShape, () => 'wide' as const)

  useEffect(() => whenLoaded(() => shouldAutoplay() && setIsLoaded(true)), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme or shape renders another element.
  useEffect(() => {
    const element = video.current
    if (!element) return
    // Pauses while out of view. Resumes in view unless the user paused it.
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) element.pause()
      else if (isWanted.current) void element.play().catch(() => undefined)
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [video, isLoaded, theme, shape])

  const toggle = () => {
    isWanted.current = !isPlaying
    if (!isLoaded) setIsLoaded(true)
    else if (isPlaying) video.current?.pause()
    else void video.current?.play().catch(() => undefined)
  }
  const events = { onPlaying: () => setIsPlaying(true), onPause: () => setIsPlaying(false) }
  return { theme, shape, isLoaded, isPlaying, toggle, events }
}
