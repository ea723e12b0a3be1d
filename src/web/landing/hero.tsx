import { DemoVideo } from './demo-video.tsx'
import { TrialCta } from './trial-cta.tsx'

/** The video overflows the right edge on purpose. */
export const Hero = () => (
  <div className="mx-auto grid max-w-[76rem] items-center gap-x-14 gap-y-10 px-4 pt-8 pb-16 md:px-6 md:pb-24 lg:min-h-[44rem] lg:grid-cols-[minmax(0,29rem)_minmax(0,1fr)] lg:py-12">
    <div>
      <h1 className="max-w-[14ch] text-hero">
        Organize, acompanhe e{' '}
        <span className="underline decoration-[0.07em] decoration-accent underline-offset-[0.14em]">converta</span> mais
        leads
      </h1>
      <p className="mt-6 mb-8 max-w-[46ch] text-lg text-text2">
        Do primeiro contato ao negócio fechado, cada oportunidade de venda num quadro que mostra quanto vale e em que
        etapa está.
      </p>
      <TrialCta />
    </div>
    <DemoVideo className="md:w-[64rem] lg:w-[52rem] xl:w-[60rem]" />
  </div>
)
