import { ArrowLeft } from 'lucide-react'
import { hasAccess } from '#contract/subscription.ts'
import { AccountHeader } from '#web/auth/account-header.tsx'
import { linkClass } from '#web/auth/link-class.ts'
import { useUser } from '#web/auth/session.tsx'
import { brand, supportEmail } from '#web/lib/brand.ts'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { paths } from '#web/lib/paths.ts'
import { useGoBack } from '#web/lib/use-go-back.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { accessSummary } from './access-summary.ts'
import { LeadExport } from './lead-export.tsx'

export default function SubscriptionPage() {
  useDocumentTitle('Escolha seu plano')
  const user = useUser()
  const now = new Date()
  const goBack = useGoBack(hasAccess(user, now) ? paths.dashboard : paths.profile)
  const { tone, title, text } = accessSummary(user, now)
  return (
    <>
      <AccountHeader />
      <main id="conteudo" tabIndex={-1} className="mx-auto w-full max-w-[56rem] px-4 pt-4 pb-16 outline-none md:px-6">
        <Button variant="ghost" icon={<ArrowLeft />} onClick={goBack} className="-ml-3.5">
          Voltar
        </Button>
        <h1 className="mt-2 text-2xl">Escolha seu plano</h1>
        <Notice tone={tone} title={title} className="mt-4">
          {text}
        </Notice>
        <section className="mt-8 max-w-text">
          <h2>Como assinar</h2>
          <p className="mt-1 text-text2">
            A assinatura pelo site ainda não está disponível. <Contact />
          </p>
        </section>
        <section className="mt-8 max-w-text">
          <h2>Seus leads</h2>
          <p className="mt-1 mb-3 text-text2">
            Baixe todos os seus leads quando quiser, também sem assinatura. O CSV abre no Excel; o JSON serve para
            outros sistemas.
          </p>
          <LeadExport />
        </section>
      </main>
    </>
  )
}

const Contact = () => {
  const email = supportEmail()
  if (!email) return <>Para continuar usando o {brand()}, fale com quem liberou o seu acesso.</>
  return (
    <>
      Para assinar, escreva para{' '}
      <a href={`mailto:${email}`} className={linkClass}>
        {email}
      </a>
      .
    </>
  )
}
