import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/lib/url/paths.ts'
import { stageLimitsQuery } from '#web/stage-limits/api.ts'
import { StageLimitsForm } from '#web/stage-limits/stage-limits-form.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { ProfileLayout } from '../profile-layout.tsx'
import { Section } from '../section.tsx'

export default function StagesPage() {
  return (
    <ProfileLayout path={paths.profileStages}>
      <Section
        title="Limite por etapa"
        text="Quantos dias úteis um lead pode ficar em cada etapa. Depois disso, ele aparece como parado para toda a equipe. Feriados nacionais não contam."
      >
        <StageLimits />
      </Section>
    </ProfileLayout>
  )
}

const StageLimits = () => {
  const limits = useQuery({ ...stageLimitsQuery, refetchOnWindowFocus: false })
  if (limits.data) return <StageLimitsForm limits={limits.data} />
  if (limits.isError) return <LoadErrorNotice title="Não foi possível carregar os limites" query={limits} />
  return <ListSkeleton />
}
