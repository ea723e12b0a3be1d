import { StrictMode, Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import LandingPage from './landing-page.tsx'
import { figuresPhone, poster } from './screenshots.ts'

/** Renders the landing page at build time, as app/screens.tsx does for a visitor. */
export const renderLandingHtml = async (): Promise<string> => {
  const page = (
    <StrictMode>
      <StaticRouter location={paths.landing}>
        <SkipLink />
        <Suspense>
          <div>
            <LandingPage />
          </div>
        </Suspense>
      </StaticRouter>
    </StrictMode>
  )
  // Streamed parts would need an inline script to assemble the page.
  const { prelude } = await prerender(page, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  return new Response(prelude).text()
}

/** Preloads the headline's image, which the browser would otherwise discover only after the styles. */
export const preloadedImages = (['light', 'dark'] as const).flatMap(theme => [
  { href: figuresPhone[theme], media: `(width < 48rem) and (prefers-color-scheme: ${theme})` },
  { href: poster[theme], media: `(width >= 48rem) and (prefers-color-scheme: ${theme})` },
])
