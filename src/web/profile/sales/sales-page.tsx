import { paths } from '#web/lib/url/paths.ts'
import { ReasonList } from '#web/lost-reasons/reason-list.tsx'
import { TemplateList } from '#web/templates/template-list.tsx'
import { ProfileLayout } from '../profile-layout.tsx'
import { Section } from '../section.tsx'

export default function SalesPage() {
  return (
    <ProfileLayout path={paths.profileSales}>
      <Section title="Mensagens prontas" text="Toda a equipe usa ao abrir o WhatsApp de um lead." wide>
        <TemplateList />
      </Section>
      <Section
        title="Motivos de perda"
        text="Aparecem quando um lead vai para Perdido. Quem já tem um motivo arquivado continua com ele."
        wide
      >
        <ReasonList />
      </Section>
    </ProfileLayout>
  )
}
