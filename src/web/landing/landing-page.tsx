import { Suspense } from 'react'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { preloadable } from '#web/lib/preloadable.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Hero } from './hero.tsx'

// What asks for today's prices is not needed to read the page, which comes rendered.
const offer = preloadable(() => import('./offer.tsx'))
export const preloadOffer = offer.preload

export default function LandingPage() {
  useDocumentTitle('Sistema de Gestão de Leads')
  return (
    <>
      <Header />
      <main id="conteudo" tabIndex={-1} className="overflow-x-clip outline-none">
        <Hero />
        <Suspense fallback={<div className="min-h-dvh" />}>
          <offer.Component />
        </Suspense>
      </main>
      <Footer />
    </>
  )
}
