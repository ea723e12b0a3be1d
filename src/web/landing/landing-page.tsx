import { stages, statusLabels } from '#contract/lead-status.ts'
import { Brand } from '#web/auth/brand.tsx'
import { linkClass } from '#web/auth/link-class.ts'
import { StageGlyph } from '#web/leads/stage-glyph.tsx'
import { brand, supportEmail } from '#web/lib/brand.ts'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { paths } from '#web/lib/paths.ts'
import { readToken } from '#web/lib/token.ts'
import { ButtonLink } from '#web/ui/button.tsx'

export default function LandingPage() {
  useDocumentTitle('Sistema de Gestão de Leads')
  // Not worth asking the server: whose session has ended meanwhile is told so one screen further.
  const isGuest = readToken() === null
  return (
    <div className="mx-auto flex min-h-dvh max-w-[76rem] flex-col px-4 md:px-6">
      <header className="flex min-h-(--header) items-center justify-between gap-4">
        <Brand />
        {isGuest && <ButtonLink to={paths.login}>Entrar</ButtonLink>}
      </header>
      <main
        id="conteudo"
        tabIndex={-1}
        className="grid flex-1 items-center gap-x-16 gap-y-12 py-12 outline-none lg:grid-cols-[1fr_26rem]"
      >
        <div>
          <h1 className="max-w-[14ch] text-hero">
            Organize, acompanhe e{' '}
            <span className="underline decoration-4 decoration-accent underline-offset-8">converta</span> mais leads
          </h1>
          <p className="mt-6 max-w-[46ch] text-lg text-text2">
            Do primeiro contato ao negócio fechado, cada oportunidade de venda num quadro que mostra quanto vale e em
            que etapa está.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2">
            {isGuest ? (
              <>
                <ButtonLink variant="primary" to={paths.register} className="min-h-11 px-5 text-lg">
                  Teste grátis por 3 dias
                </ButtonLink>
                <p className="text-text2">Sem cartão de crédito</p>
              </>
            ) : (
              <ButtonLink variant="primary" to={paths.dashboard} className="min-h-11 px-5 text-lg">
                Ir para o painel
              </ButtonLink>
            )}
          </div>
        </div>
        <Funnel />
      </main>
      <Footer />
    </div>
  )
}

/** The product's own stages: a list as it is in the board, not an invented picture of it. */
const Funnel = () => (
  <section aria-labelledby="etapas" className="rounded-panel border border-border bg-column p-3">
    <h2 id="etapas" className="px-2 pt-1 pb-3 text-base">
      As oito etapas do seu funil
    </h2>
    <ol className="grid gap-2">
      {stages.map(stage => (
        <li
          key={stage}
          className="flex items-center gap-2.5 rounded-control border border-border bg-surface px-3 py-2.5 font-medium"
        >
          <StageGlyph status={stage} />
          {statusLabels[stage]}
        </li>
      ))}
    </ol>
  </section>
)

const Footer = () => {
  const email = supportEmail()
  return (
    <footer className="flex flex-wrap items-center justify-between gap-2 border-border border-t py-4 text-sm text-text3">
      <p>
        © {new Date().getFullYear()} {brand()}
      </p>
      {email && (
        <a href={`mailto:${email}`} className={linkClass}>
          {email}
        </a>
      )}
    </footer>
  )
}
