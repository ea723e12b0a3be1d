import { paths } from '#web/lib/url/paths.ts'
import { useMay } from '#web/session/session.tsx'
import { ProfileLayout } from '../profile-layout.tsx'
import { Section } from '../section.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { MyData } from './my-data.tsx'

export default function MyDataPage() {
  const mayDelete = useMay('account.delete')
  return (
    <ProfileLayout path={paths.profileData}>
      <Section
        title="Cópia dos seus dados"
        text="Baixe um arquivo com os dados da conta e todos os leads, sem a lixeira. Com ele, ou com a cópia em JSON, você pode restaurar seus leads."
      >
        <MyData />
      </Section>
      {mayDelete && (
        <Section title="Exclusão da conta" text="Exclui seus dados, todos os seus leads e seu acesso.">
          <DeleteAccount />
        </Section>
      )}
    </ProfileLayout>
  )
}
