import type { SupportPromise } from '#contract/support/promises.ts'
import { brand } from '#web/lib/brand.ts'
import { keptPromises } from '../kept-promises.ts'

interface Point {
  title: string
  text: string
}

const points: Point[] = [
  { title: 'Gestão completa', text: 'Do primeiro contato ao fechamento: números, funil e lista dos mesmos leads.' },
  { title: 'Relatórios avançados', text: 'Um PDF do que você filtrou, com a taxa de conversão e os valores em jogo.' },
  {
    title: 'Segurança total',
    text: 'Nenhum outro cliente vê seus leads, e você desconecta os outros aparelhos à distância.',
  },
]

/** Says what the operator keeps, and nothing without a contact. */
const supportPoint = (kept: readonly SupportPromise[]): Point[] => {
  const byEmail = kept.includes('email')
  if (kept.includes('always'))
    return [
      {
        title: 'Suporte 24/7',
        text: `A qualquer hora no plano Empresarial${byEmail ? '; por e-mail nos outros' : ''}.`,
      },
    ]
  return byEmail ? [{ title: 'Suporte por e-mail', text: 'Você escreve, e uma pessoa responde.' }] : []
}

export const SellingPoints = () => (
  <section aria-labelledby="vantagens" className="mt-10 border-border border-t pt-8">
    <h2 id="vantagens">Por que escolher o {brand()}</h2>
    <ul className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
      {[...points, ...supportPoint(keptPromises())].map(({ title, text }) => (
        <li key={title}>
          <h3 className="text-base">{title}</h3>
          <p className="mt-1 text-text2">{text}</p>
        </li>
      ))}
    </ul>
  </section>
)
