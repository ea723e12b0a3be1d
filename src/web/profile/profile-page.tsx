import { formatDateTime } from '#contract/values/dates.ts'
import { useReloadUser } from '#web/billing/use-reload-user.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useMay, useUser } from '#web/session/session.tsx'
import { DescriptionItem } from '#web/ui/description-item.tsx'
import { FixStatus } from './fix-status.tsx'
import { LegalLinks } from './legal-links.tsx'
import { PersonalData } from './personal/personal-data.tsx'
import { ProfileLayout } from './profile-layout.tsx'
import { Section } from './section.tsx'
import { PasswordForm } from './security/password-form.tsx'
import { Invoices } from './subscription/invoices.tsx'
import { SubscriptionHistory } from './subscription/subscription-history.tsx'
import { SubscriptionPanel } from './subscription/subscription-panel.tsx'

/** Has everything that the specification names for the profile. What came later has its own page. */
export default function ProfilePage() {
  useReloadUser()
  const { role, createdAt, updatedAt, stripe_customer_id } = useUser()
  const isAdmin = role === 'admin'
  const seesBilling = useMay('billing.read') && !isAdmin
  const mayRepair = useMay('admin.manage')
  return (
    <ProfileLayout path={paths.profile}>
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
      <Section title="Conta">
        <dl className="grid gap-4">
          {isAdmin && <DescriptionItem name="Tipo de conta" value="Administrador" />}
          <DescriptionItem name="Conta criada em" value={formatDateTime(createdAt)} />
          <DescriptionItem name="Última atualização" value={formatDateTime(updatedAt)} />
        </dl>
        <div className="mt-4 grid justify-items-start gap-4">
          <LegalLinks />
          {mayRepair && <FixStatus />}
        </div>
      </Section>
    </ProfileLayout>
  )
}
