import { ArrowLeft } from 'lucide-react'
import { formatDateTime } from '#contract/dates.ts'
import { paths } from '#web/lib/paths.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { useMay, useUser } from '#web/session/session.tsx'
import { AccountHeader } from '#web/shell/account-header.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DescriptionItem } from '#web/ui/description-item.tsx'
import { FixStatus } from './fix-status.tsx'
import { LegalLinks } from './legal-links.tsx'
import { DeleteAccount } from './my-data/delete-account.tsx'
import { MyData } from './my-data/my-data.tsx'
import { PersonalData } from './personal/personal-data.tsx'
import { Section } from './section.tsx'
import { ActiveSessions } from './security/active-sessions.tsx'
import { PasswordForm } from './security/password-form.tsx'
import { Invoices } from './subscription/invoices.tsx'
import { SubscriptionHistory } from './subscription/subscription-history.tsx'
import { SubscriptionPanel } from './subscription/subscription-panel.tsx'

export default function ProfilePage() {
  useDocumentTitle('Perfil')
  const { role, createdAt, updatedAt, stripe_customer_id } = useUser()
  const isAdmin = role === 'admin'
  const seesBilling = useMay('billing.read') && !isAdmin
  const [mayExport, mayDelete, mayRepair] = [useMay('account.export'), useMay('account.delete'), useMay('admin.manage')]
  return (
    <>
      <AccountHeader />
      <main id="conteudo" tabIndex={-1} className="mx-auto w-full max-w-[56rem] px-4 pt-4 pb-16 outline-none md:px-6">
        <ButtonLink variant="ghost" icon={<ArrowLeft />} to={paths.dashboard} className="-ml-3.5">
          Voltar
        </ButtonLink>
        <h1 className="mt-2 text-2xl">Perfil</h1>
        <Section title="Dados Pessoais" text="Seu nome e o e-mail que você usa para entrar.">
          <PersonalData />
        </Section>
        {seesBilling && (
          <Section title="Assinatura" text="Seu plano e a forma de pagamento." wide>
            <SubscriptionPanel />
          </Section>
        )}
        <Section title="Segurança" text="Trocar a senha desconecta os outros aparelhos.">
          <PasswordForm />
        </Section>
        {seesBilling && stripe_customer_id !== null && (
          <Section title="Faturas" text="As mais recentes primeiro." wide>
            <Invoices />
          </Section>
        )}
        {seesBilling && (
          <Section title="Histórico de assinaturas" wide>
            <SubscriptionHistory />
          </Section>
        )}
        <Section title="Aparelhos conectados" text="Onde sua conta está aberta agora.">
          <ActiveSessions />
        </Section>
        {mayExport && (
          <Section
            title="Seus dados"
            text="Baixe um arquivo com tudo o que guardamos sobre você. Com ele, ou com a cópia em JSON, você pode restaurar seus leads."
          >
            <MyData />
          </Section>
        )}
        <Section title="Conta">
          <dl className="grid gap-4">
            {isAdmin && <DescriptionItem name="Tipo de conta" value="Administrador" />}
            <DescriptionItem name="Conta criada em" value={formatDateTime(createdAt)} />
            <DescriptionItem name="Última atualização" value={formatDateTime(updatedAt)} />
          </dl>
          <div className="mt-4 grid justify-items-start gap-4">
            <LegalLinks />
            {mayRepair && <FixStatus />}
            {mayDelete && <DeleteAccount />}
          </div>
        </Section>
      </main>
    </>
  )
}
