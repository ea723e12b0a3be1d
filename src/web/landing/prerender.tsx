import { StrictMode, Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import LandingPage from './landing-page.tsx'
import { figuresPhone, poster } from './screenshots.ts'

/** The landing page as app/screens.tsx would render it for a visitor, for the build to write into the page of `/`. */
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
  // Anything that comes in parts would need a script in the page to put it together.
  const { prelude } = await prerender(page, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  return new Response(prelude).text()
}

/** Beside the headline stands a picture that the browser would otherwise ask for only once it knows the styles. */
export const preloadedImages = (['light', 'dark'] as const).flatMap(theme => [
  { href: figuresPhone[theme], media: `(width < 48rem) and (prefers-color-scheme: ${theme})` },
  { href: poster[theme], media: `(width >= 48rem) and (prefers-color-scheme: ${theme})` },
])
