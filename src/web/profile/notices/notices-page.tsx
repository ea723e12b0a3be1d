import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DigestSettings } from '#contract/digest/digest.ts'
import { paths } from '#web/lib/url/paths.ts'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { showFailure } from '#web/ui/toasts/show-failure.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { ProfileLayout } from '../profile-layout.tsx'
import { Section } from '../section.tsx'
import { changeDigest, digestQuery } from './digest-api.ts'

export default function NoticesPage() {
  return (
    <ProfileLayout path={paths.profileNotices}>
      <Section title="Resumo da manhã" text="Um e-mail nos dias úteis com seus leads do dia, só quando há o que fazer.">
        <Digest />
      </Section>
    </ProfileLayout>
  )
}

const Digest = () => {
  const digest = useQuery(digestQuery)
  if (digest.data) return <DigestSwitch {...digest.data} />
  if (digest.isError) return <LoadErrorNotice title="Não foi possível carregar os avisos" query={digest} />
  return <ListSkeleton />
}

const DigestSwitch = ({ isWanted, hour }: DigestSettings) => {
  const queryClient = useQueryClient()
  const saving = useMutation({
    mutationFn: changeDigest,
    networkMode: 'always',
    onSuccess: saved => {
      queryClient.setQueryData(digestQuery.queryKey, saved)
      toast.success({ title: saved.isWanted ? 'Resumo ligado' : 'Resumo desligado' })
    },
    onError: error => showFailure('Nada foi alterado', error),
  })
  return (
    <div className="grid gap-1">
      <label className="flex min-h-control items-center gap-3">
        <input
          type="checkbox"
          className="size-4.5 flex-none accent-brand"
          checked={saving.isPending ? saving.variables : isWanted}
          onChange={({ target }) => saving.mutate(target.checked)}
        />
        <span>Receber o resumo da manhã por e-mail</span>
      </label>
      <p className="text-sm text-text3">
        {hour === null
          ? 'Sua conta não envia resumos agora. O dono escolhe a hora em Equipe.'
          : `Às ${hour} h da sua conta.`}
      </p>
    </div>
  )
}
