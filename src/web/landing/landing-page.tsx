import { lazy, Suspense } from 'react'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Hero } from './hero.tsx'

// It comes rendered, and what asks for today's prices is not needed to read it.
const Offer = lazy(() => import('./offer.tsx'))

export default function LandingPage() {
  useDocumentTitle('Sistema de Gestão de Leads')
  return (
    <>
      <Header />
      <main id="conteudo" tabIndex={-1} className="overflow-x-clip outline-none">
        <Hero />
        <Suspense fallback={<div className="min-h-dvh" />}>
          <Offer />
        </Suspense>
      </main>
      <Footer />
    </>
  )
}
