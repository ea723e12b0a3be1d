import { stages, statusLabels } from '#contract/leads/lead-status.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { ProductScreenshot } from './product-screenshot.tsx'
import { board, boardPhone } from './screenshots.ts'

/** Shows the board at actual size. The screenshot overflows the right edge on purpose. */
export const Showcase = () => (
  <section aria-labelledby="quadro" className="border-border border-y bg-column">
    <div className="mx-auto max-w-[76rem] px-4 pt-16 md:px-6 md:pt-24">
      <div data-enter="" className="grid gap-x-14 gap-y-4 lg:grid-cols-2">
        <h2 id="quadro" className="max-w-[18ch] text-3xl">
          Um quadro, oito etapas, do oi ao sim
        </h2>
        <p className="max-w-[52ch] text-lg text-text2">
          Arraste o card e a etapa muda. No celular, segure com o dedo; no teclado, use o menu “Mover para…”. Cada
          coluna mostra quantos leads tem e quanto eles somam.
        </p>
      </div>
      <ol data-enter="" aria-label="Etapas do funil" className="mt-8 flex flex-wrap gap-2">
        {stages.map(stage => (
          <li
            key={stage}
            className="flex items-center gap-2 rounded-control border border-border bg-surface px-2.5 py-1.5 font-medium text-sm"
          >
            <StageIcon status={stage} />
            {statusLabels[stage]}
          </li>
        ))}
      </ol>
      <div
        data-enter=""
        className="mt-8 overflow-hidden rounded-t-panel border border-border border-b-0 md:w-[102.5rem]"
      >
        <ProductScreenshot
          screenshot={board}
          narrow={boardPhone}
          alt="O quadro kanban: colunas por etapa, cada uma com seus leads, quantos são e quanto somam."
        />
      </div>
    </div>
  </section>
)
