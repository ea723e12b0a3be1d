import { DemoVideo } from './demo-video.tsx'
import { TrialCta } from './trial-cta.tsx'

/** The video is as wide as the page's content, so that all of it shows. */
export const Hero = () => (
  <div className="mx-auto max-w-[76rem] px-4 pt-8 pb-16 md:px-6 md:pt-10 md:pb-24 lg:pt-12">
    <div className="grid items-end gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
      <h1 className="max-w-[20ch] text-hero">
        Organize, acompanhe e{' '}
        <span className="underline decoration-[0.07em] decoration-accent underline-offset-[0.14em]">converta</span> mais
        leads
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
