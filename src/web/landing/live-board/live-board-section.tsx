import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { stages, statusLabels } from '#contract/leads/lead-status.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { ErrorBoundary } from '#web/lib/error-boundary.tsx'
import { liveColumnClass, liveRowClass, liveStatusClass, liveTotalsClass } from './live-layout.ts'

const LiveBoard = lazy(() => import('./live-board.tsx'))

/** The board's code loads shortly before it comes into view, or with the first Tab. */
export const LiveBoardSection = () => {
  const [isNear, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = place
    if (!current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '600px',
    })
    watcher.observe(current)
    // Tab must find the cards, so they load before it comes near. The first Tab may precede the hydration.
    if (document.activeElement !== document.body) setNear(true)
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Tab' && setNear(true)
    addEventListener('keydown', onKeyDown)
    return () => {
      watcher.disconnect()
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return (
    <section aria-labelledby="experimente" className="border-border border-t">
      <div className="mx-auto max-w-[76rem] px-4 py-16 md:px-6 md:py-24">
        <div data-enter="" className="grid gap-x-14 gap-y-4 lg:grid-cols-2">
          <h2 id="experimente" className="max-w-[18ch] text-3xl">
            Experimente aqui, sem se cadastrar
          </h2>
          <p className="max-w-[52ch] text-lg text-text2">
            É o quadro de verdade, com leads inventados: arraste um card para outra etapa e veja os totais mudarem. No
            teclado, use as setas, <Key>[</Key> e <Key>]</Key>. Nada sai do seu navegador.
          </p>
        </div>
        <div ref={place} data-enter="" className="mt-8">
          <ErrorBoundary
            fallback={<Placeholder text="O quadro não carregou. Recarregue a página para tentar novamente." />}
          >
            <Suspense fallback={<Placeholder text="" />}>{isNear ? <LiveBoard /> : <Placeholder text="" />}</Suspense>
          </ErrorBoundary>
        </div>
      </div>
    </section>
  )
}

const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-chip border border-border bg-surface px-1.5 font-medium font-sans text-sm text-text">
    {children}
  </kbd>
)

const Placeholder = ({ text }: { text: string }) => (
  <>
    <div className={liveTotalsClass} />
    <div className={`${liveRowClass} overflow-hidden`}>
      {stages.map(stage => (
        <div key={stage} className={liveColumnClass}>
          <p className="flex items-center gap-2 px-3 pt-3 pb-2 font-semibold text-sm">
            <StageIcon status={stage} />
            {statusLabels[stage]}
          </p>
        </div>
      ))}
    </div>
    <p className={liveStatusClass}>{text}</p>
  </>
)
