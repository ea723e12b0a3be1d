import { ChevronDown } from 'lucide-react'
import { planEntitlements, trialEntitlements } from '#contract/billing/entitlements.ts'
import { formatCount } from '#contract/values/numbers.ts'

const questions = [
  [
    'Preciso de cartão de crédito para testar?',
    'Não. Você cria a conta com nome, e-mail e senha e usa tudo por 3 dias. O cartão só é pedido se você decidir assinar.',
  ],
  [
    'O que acontece quando o teste termina?',
    'O acesso ao quadro e à lista fica suspenso até você assinar, mas nada é apagado: seus leads podem ser baixados em CSV ou JSON a qualquer momento.',
  ],
  [
    'Quantos leads cabem em cada plano?',
    `O Básico guarda até ${planEntitlements.basic.leads} leads. No Profissional e no Empresarial não há limite, e durante o teste cabem ${formatCount(trialEntitlements.leads)}. Quem passa para o Básico com mais do que isso continua vendo e editando todos; só não cadastra novos.`,
  ],
  [
    'Posso cancelar quando quiser?',
    'Sim, no seu perfil. O acesso continua até o fim do período já pago, e seus leads ficam guardados.',
  ],
  [
    'Funciona no celular?',
    'Sim, no navegador, sem instalar nada. Toque e segure para arrastar um card, ou mude a etapa pelo menu do card.',
  ],
  [
    'Minha equipe pode usar junto?',
    `Sim. Cada pessoa tem o próprio acesso: até ${planEntitlements.pro.seats} no Profissional e no teste, até ${planEntitlements.enterprise.seats} no Empresarial. Você decide se os vendedores veem todos os leads ou só os próprios.`,
  ],
] as const

export const Faq = () => (
  <section id="perguntas" aria-labelledby="perguntas-titulo" className="border-border border-t">
    <div className="mx-auto grid max-w-[76rem] gap-x-14 gap-y-6 px-4 py-16 md:px-6 md:py-24 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
      <h2 id="perguntas-titulo" className="text-3xl">
        Perguntas frequentes
      </h2>
      <div className="divide-y divide-border border-border border-y">
        {questions.map(([question, answer]) => (
          <details key={question}>
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 font-medium text-lg hover:text-brand [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown aria-hidden="true" className="text-text3 in-open:rotate-180" />
            </summary>
            <p className="max-w-[60ch] pb-5 text-lg text-text2">{answer}</p>
          </details>
        ))}
      </div>
    </div>
  </section>
)
