import type { ReactNode } from 'react'
import { ProductScreenshot } from './product-screenshot.tsx'
import { funnel, funnelPhone, type Screenshot, sessions, sessionsPhone, team, teamPhone } from './screenshots.ts'

export const Features = () => (
  <section id="recursos" aria-labelledby="recursos-titulo" className="border-border border-t">
    <div className="mx-auto max-w-[76rem] px-4 py-16 md:px-6 md:py-24">
      <h2 id="recursos-titulo" className="max-w-[22ch] text-3xl">
        Tudo à vista, nada se perde
      </h2>
      <div className="mt-2 divide-y divide-border">
        <Feature
          title="Dashboard Visual"
          screenshot={funnel}
          narrow={funnelPhone}
          alt="O funil: quantos leads há em cada etapa e quanto somam."
          text="Quantos leads você tem, quanto vale cada etapa e quanto já fechou, somando todos os leads, e não só os que cabem na tela."
        >
          <li>Os números acompanham a busca e os filtros</li>
          <li>Cada barra do funil abre a lista daquela etapa</li>
          <li>O relatório em PDF sai com os mesmos totais</li>
        </Feature>
        <Feature
          title="Gestão Colaborativa"
          screenshot={team}
          narrow={teamPhone}
          alt="O quadro de uma equipe: cada card mostra de quem é, e um aviso diz que Juliana moveu um lead para Ganho."
          text="Um acesso para cada pessoa, todos no mesmo quadro: o que um colega faz aparece na hora. Quando dois mudam o mesmo lead, as duas versões aparecem lado a lado e você escolhe o que fica."
        >
          <li>Convide por e-mail; cada vendedor vê só os próprios leads, até você decidir o contrário</li>
          <li>Arraste o card até uma pessoa e o lead passa a ser dela</li>
          <li>Quem sai perde o acesso na hora, e os leads ficam com quem você escolher</li>
        </Feature>
        <Feature
          title="Segurança Total"
          screenshot={sessions}
          narrow={sessionsPhone}
          alt="Os aparelhos conectados à conta, com o botão que desconecta os outros."
          text="Guardamos só o hash (Argon2id) da sua senha: nem nós conseguimos lê-la. Você vê em que aparelhos a conta está aberta e desconecta os outros com um clique."
        >
          <li>Nenhum cliente vê os leads de outro, e cada acesso da nossa equipe fica registrado</li>
          <li>Baixe seus leads em CSV ou JSON quando quiser, mesmo sem assinatura</li>
          <li>Trocar a senha desconecta todos os outros aparelhos</li>
        </Feature>
      </div>
    </div>
  </section>
)

interface FeatureProps {
  title: string
  text: string
  screenshot: Screenshot
  narrow: Screenshot
  alt: string
  /** List of `<li>` benefits. */
  children: ReactNode
}

const Feature = ({ title, text, screenshot, narrow, alt, children }: FeatureProps) => (
  <article data-enter="" className="grid items-center gap-x-14 gap-y-6 py-10 md:grid-cols-2 md:py-14">
    <div className="max-w-[34rem]">
      <h3 className="text-2xl">{title}</h3>
      <p className="mt-3 text-lg text-text2">{text}</p>
      <ul className="mt-4 grid list-disc gap-1.5 pl-5 text-text2 marker:text-text3">{children}</ul>
    </div>
    <div className="w-full max-w-[35rem] overflow-hidden rounded-panel border border-border md:justify-self-end">
      <ProductScreenshot screenshot={screenshot} narrow={narrow} narrowBelow="64rem" alt={alt} />
    </div>
  </article>
)
