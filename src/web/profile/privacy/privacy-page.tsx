import { useLocation } from 'react-router'
import { filteredListUrl } from '#web/leads/filters/filtered-list-url.ts'
import { paths } from '#web/lib/url/paths.ts'
import { PersonSearch } from '#web/privacy/person-search.tsx'
import { RequestList } from '#web/privacy/request-list.tsx'
import { Retention } from '#web/privacy/retention.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ProfileLayout } from '../profile-layout.tsx'
import { Section } from '../section.tsx'

/** The lead's sheet passes its lead in the state, so that no URL names a person. */
export default function PrivacyPage() {
  const { leadId } = (useLocation().state ?? {}) as { leadId?: string }
  return (
    <ProfileLayout path={paths.profilePrivacy}>
      <Section
        title="Dados de uma pessoa"
        text="Tudo o que a conta guarda sobre quem tem este telefone ou e-mail, também na lixeira."
        wide
      >
        <PersonSearch key={leadId} leadId={leadId} />
      </Section>
      <Section title="Pedidos" text="De pessoas que querem ver, corrigir ou apagar seus dados (LGPD, artigo 18)." wide>
        <RequestList />
      </Section>
      <Section
        title="Base legal"
        text="Por que a conta pode guardar os dados de cada pessoa (LGPD, artigo 7º). Na lista, escolha vários leads e informe a base de uma vez."
        wide
      >
        <ButtonLink to={filteredListUrl({ noBasis: 'true' })}>Ver os leads sem base legal</ButtonLink>
      </Section>
      <Section title="Prazos" text="O sistema só sugere: nada é apagado sem você." wide>
        <Retention />
      </Section>
    </ProfileLayout>
  )
}
