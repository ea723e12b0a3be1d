import { type Stage, statusLabels } from '#contract/leads/lead-status.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { TrialCta } from './trial-cta.tsx'

const steps: [stage: Stage, day: string, text: string][] = [
  ['novo-lead', 'Segunda', 'Pediu um orçamento pelo Instagram'],
  ['contato-estabelecido', 'Terça', 'Ligou de volta e contou o que precisa'],
  ['proposta-enviada', 'Quarta', 'Recebeu a proposta por e-mail'],
  ['ganho', 'Sexta', 'R$ 4.800,00 em Valor Fechado'],
]

export const ClosingSection = () => (
  <section aria-labelledby="comece" className="border-border border-t bg-column">
    <div className="mx-auto grid max-w-[76rem] items-center gap-x-14 gap-y-10 px-4 py-16 md:grid-cols-2 md:px-6 md:py-24">
      <div data-enter="">
        <h2 id="comece" className="max-w-[18ch] text-3xl">
          Comece pelo próximo lead
        </h2>
        <p className="mt-4 mb-8 max-w-[46ch] text-lg text-text2">
          Crie a conta, cadastre quem acabou de pedir um orçamento e veja seu funil tomar forma.
        </p>
        <TrialCta />
      </div>
      <figure data-enter="" className="w-full max-w-[30rem] md:justify-self-end">
        <figcaption className="mb-3 text-sm text-text3">A semana de um lead, por exemplo</figcaption>
        <div className="rounded-panel border border-border bg-surface p-5 md:p-6">
          <p className="font-semibold text-lg">Marina Duarte</p>
          <p className="text-text2">Café da Praça</p>
          <ol className="mt-5">
            {steps.map(([stage, day, text]) => (
              <li key={stage} className="relative flex gap-3 pb-5 last:pb-0">
                <span
                  aria-hidden="true"
                  className="absolute top-6 bottom-0 left-[0.6875rem] w-px bg-border in-[li:last-child]:hidden"
                />
                <StageIcon status={stage} className="relative mt-px size-5.5!" />
                <div className="min-w-0">
                  <p className="flex flex-wrap items-baseline gap-x-2 font-semibold">
                    {statusLabels[stage]}
                    <span className="font-normal text-sm text-text3">{day}</span>
                  </p>
                  <p className="text-text2">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </figure>
    </div>
  </section>
)
