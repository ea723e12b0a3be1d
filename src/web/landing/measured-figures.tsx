import { useId } from 'react'

interface Figure {
  value: string
  name: string
  meaning: string
}

/** Each names what measures it. Change a figure only after measuring again. */
const figures: Figure[] = [
  {
    // npm run bench:account-size
    value: '100.000',
    name: 'leads em uma conta',
    meaning: 'O quadro abre tão rápido quanto com 1.000: as somas ficam prontas a cada mudança.',
  },
  {
    // npm test, and npx playwright test --list
    value: 'Mais de 1.500',
    name: 'testes automáticos',
    meaning: 'Rodam a cada mudança do sistema, com um banco de dados e um navegador de verdade.',
  },
  {
    // tests/e2e/landing.spec.ts
    value: '0',
    name: 'rastreadores',
    meaning: 'Esta página não faz nenhum pedido a outros sites e não usa cookies.',
  },
]

export const MeasuredFigures = () => {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="border-border border-y bg-column">
      <div className="mx-auto max-w-[76rem] px-4 py-16 md:px-6 md:py-24">
        <h2 id={headingId} data-enter="" className="max-w-[24ch] text-3xl">
          Números que nós mesmos medimos
        </h2>
        <p data-enter="" className="mt-4 max-w-[56ch] text-lg text-text2">
          Nada de depoimentos inventados: só o que o próprio sistema mede e testa.
        </p>
        <dl className="mt-10 grid gap-x-10 gap-y-8 md:grid-cols-3">
          {figures.map(({ value, name, meaning }) => (
            <div key={name} data-enter="" className="border-border-strong border-t pt-4">
              <dt>
                <span className="block font-semibold text-3xl tabular-nums">{value}</span>
                <span className="font-semibold text-lg">{name}</span>
              </dt>
              <dd className="mt-2 max-w-[36ch] text-lg text-text2">{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
