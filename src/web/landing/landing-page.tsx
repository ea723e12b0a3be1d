import { Suspense } from 'react'
import { preloadable } from '#web/lib/preloadable.tsx'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Hero } from './hero.tsx'

// The prerendered page is readable without the code that fetches current prices.
const sections = preloadable(() => import('./landing-sections.tsx'))
export const preloadSections = sections.preload

export default function LandingPage() {
  useDocumentTitle('Sistema de Gestão de Leads')
  return (
    <>
      <Header />
      <main id="conteudo" tabIndex={-1} className="overflow-x-clip outline-none">
        <Hero />
        <Suspense fallback={<div className="min-h-dvh" />}>
          <sections.Component />
        </Suspense>
      </main>
      <Footer />
    </>
  )
}
