/** Loads a page's code on hover or focus of its link. Returns the unsubscribe function. */
export function preloadOnHover(preload: (pathname: string) => void): () => void {
  const onHint = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin === location.origin) preload(link.pathname)
  }
  document.addEventListener('pointerover', onHint, { passive: true })
  document.addEventListener('focusin', onHint)
  return () => {
    document.removeEventListener('pointerover', onHint)
    document.removeEventListener('focusin', onHint)
  }
}
