import { Faq } from './faq.tsx'
import { Features } from './features.tsx'
import { Plans } from './plans.tsx'
import { Showcase } from './showcase.tsx'
import { TrialCta } from './trial-cta.tsx'

export default function LandingSections() {
  return (
    <>
      <Features />
      <Showcase />
      <Plans />
      <Faq />
      <ClosingCta />
    </>
  )
}

const ClosingCta = () => (
  <section aria-labelledby="comece" className="border-border border-t bg-column">
    <div className="mx-auto grid max-w-[76rem] justify-items-start gap-4 px-4 py-16 md:px-6 md:py-24">
      <h2 id="comece" className="max-w-[18ch] text-3xl">
        Comece pelo próximo lead
      </h2>
      <p className="max-w-[46ch] text-lg text-text2">
        Crie a conta, cadastre quem acabou de pedir um orçamento e veja seu funil tomar forma.
      </p>
      <div className="mt-4">
        <TrialCta />
      </div>
    </div>
  </section>
)
