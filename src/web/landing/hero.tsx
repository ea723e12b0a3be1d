import { DemoVideo } from './demo-video.tsx'
import { TrialCta } from './trial-cta.tsx'

/** The video is as wide as the page's content, so that all of it shows. */
export const Hero = () => (
  <div className="mx-auto max-w-[76rem] px-4 pt-8 pb-16 md:px-6 md:pt-10 md:pb-24 lg:pt-12">
    <div className="grid items-end gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
      {/* Widths in em, so that nothing moves when the web font replaces its fallback. */}
      <h1 className="max-w-[11.5em] text-hero">
        Organize, acompanhe e{' '}
        <span className="inline-block min-w-[3.78em] underline decoration-[0.07em] decoration-accent underline-offset-[0.14em]">
          converta
        </span>{' '}
        mais leads
      </h1>
      <div>
        <p className="mb-5 max-w-[46ch] text-lg text-text2">
          Do primeiro contato ao negócio fechado, cada oportunidade de venda num quadro que mostra quanto vale e em que
          etapa está.
        </p>
        <TrialCta />
      </div>
    </div>
    <DemoVideo className="mt-8 md:mt-10" />
  </div>
)
