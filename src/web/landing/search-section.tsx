import { ProductScreenshot } from './product-screenshot.tsx'
import { filters, filtersPhone } from './screenshots.ts'

const points = [
  ['Busca rápida', 'Ache por nome, negócio ou e-mail. Duas letras bastam, com ou sem acento.'],
  ['Filtros avançados', 'Etapa, data de prospecção e data de fechamento, juntos. A lista e os totais mudam na hora.'],
  ['Relatório em PDF', 'O que está filtrado vira um relatório, com os mesmos números da tela.'],
] as const

export const SearchSection = () => (
  <section aria-labelledby="busca">
    <div className="mx-auto max-w-[76rem] px-4 py-16 md:px-6 md:py-24">
      <h2 id="busca" data-enter="" className="max-w-[22ch] text-3xl">
        Filtros avançados com busca rápida
      </h2>
      <dl className="mt-8 grid gap-x-10 gap-y-6 md:grid-cols-3">
        {points.map(([name, text]) => (
          <div key={name} data-enter="" className="border-border border-t pt-4">
            <dt className="font-semibold text-lg">{name}</dt>
            <dd className="mt-1 text-lg text-text2">{text}</dd>
          </div>
        ))}
      </dl>
      <div data-enter="" className="mt-10 overflow-hidden rounded-panel border border-border">
        <ProductScreenshot
          screenshot={filters}
          narrow={filtersPhone}
          alt="A lista de leads com uma busca e um período de prospecção: só os leads que combinam, e quantos são."
        />
      </div>
    </div>
  </section>
)
