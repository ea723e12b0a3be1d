import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/lib/url/paths.ts'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { ProfileLayout } from '../profile-layout.tsx'
import { Section } from '../section.tsx'
import { fiscalDataQuery } from './fiscal-data-api.ts'
import { FiscalDataForm } from './fiscal-data-form.tsx'

export default function FiscalDataPage() {
  return (
    <ProfileLayout path={paths.profileFiscalData}>
      <FiscalDataSection />
    </ProfileLayout>
  )
}

const FiscalDataSection = () => {
  const stored = useQuery(fiscalDataQuery)
  if (stored.data === undefined)
    return (
      <div className="mt-6">
        {stored.isError ? (
          <LoadErrorNotice title="Não foi possível carregar os dados fiscais" query={stored} />
        ) : (
          <ListSkeleton />
        )}
      </div>
    )
  return (
    <Section
      title="Para quem sai a fatura"
      text="Valem para as próximas faturas. As que já saíram continuam como estão."
    >
      {stored.data?.isSynced === false && (
        <Notice tone="warn" title="Falta enviar ao provedor de pagamentos" className="mb-4">
          Seus dados estão guardados aqui. Tentamos novamente a cada 10 minutos, sem que você precise fazer nada.
        </Notice>
      )}
      {stored.data?.taxIdRefused && (
        <Notice tone="warn" title="O provedor de pagamentos não aceitou este CPF ou CNPJ" className="mb-4">
          O número está guardado aqui, mas não aparece nas faturas dele. O nome e o endereço aparecem.
        </Notice>
      )}
      <FiscalDataForm stored={stored.data} />
    </Section>
  )
}
