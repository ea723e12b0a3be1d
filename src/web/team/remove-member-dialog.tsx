import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Team, TeamMember } from '#contract/team/team.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { removeMember } from './api.ts'

interface RemoveMemberDialogProps extends Pick<Team, 'members'> {
  member: TeamMember
  onClose: () => void
}

const leadsOf = (count: number): string => (count === 1 ? '1 lead' : `${formatCount(count)} leads`)

/** States what the member is responsible for and asks who gets it. */
export const RemoveMemberDialog = ({ member, members, onClose }: RemoveMemberDialogProps) => {
  const formId = useId()
  const queryClient = useQueryClient()
  const heirs = members.filter(({ _id }) => _id !== member._id)
  const [heir, setHeir] = useState(heirs.find(({ team_role }) => team_role === 'owner')?._id ?? '')
  const leads = member.leads ?? 0
  const removing = useMutation({
    mutationFn: () => removeMember(member, heir || null),
    networkMode: 'always',
    onSuccess: ({ leads: moved }) => {
      const to = heirs.find(({ _id }) => _id === heir)?.nome
      toast.success({
        title: `${member.nome} não faz mais parte da equipe`,
        ...(moved > 0 && {
          description: to ? `${leadsOf(moved)} agora com ${to}` : `${leadsOf(moved)} sem responsável`,
        }),
      })
      onClose()
      // Leads, totals and the team have changed.
      return queryClient.invalidateQueries()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!removing.isPending) removing.mutate()
  }
  return (
    <Dialog
      open
      title={`Remover ${member.nome}`}
      description="O acesso termina na hora. O nome continua no que foi feito até aqui."
      onClose={onClose}
      footer={
        <>
          <SlowNote active={removing.isPending} className="basis-full">
            Você pode fechar; a remoção ainda pode ser concluída.
          </SlowNote>
          <Button onClick={onClose}>Manter na equipe</Button>
          <Button type="submit" form={formId} variant="danger" busy={removing.isPending}>
            {removing.isPending ? 'Removendo...' : 'Remover da equipe'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <FailureNotice title="A pessoa não foi removida" error={removing.error} />
        {leads === 0 ? (
          <p className="text-text2">Nenhum lead está com esta pessoa.</p>
        ) : (
          <SelectField
            label={leads === 1 ? 'Quem fica com o lead?' : `Quem fica com os ${formatCount(leads)} leads?`}
            value={heir}
            onChange={event => setHeir(event.target.value)}
          >
            {heirs.map(({ _id, nome }) => (
              <option key={_id} value={_id}>
                {nome}
              </option>
            ))}
            <option value="">Sem responsável</option>
          </SelectField>
        )}
      </form>
    </Dialog>
  )
}
