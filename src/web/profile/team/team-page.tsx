import { useQuery } from '@tanstack/react-query'
import type { Team } from '#contract/team/team.ts'
import { TurnList } from '#web/capture/turn-list.tsx'
import { paths } from '#web/lib/url/paths.ts'
import { useMay } from '#web/session/session.tsx'
import { teamQuery } from '#web/team/api.ts'
import { InviteForm } from '#web/team/invite-form.tsx'
import { InviteList } from '#web/team/invite-list.tsx'
import { MemberList } from '#web/team/member-list.tsx'
import { SeatOrder } from '#web/team/seat-order.tsx'
import { Seats } from '#web/team/seats.tsx'
import { SettingsForm } from '#web/team/settings-form.tsx'
import { TrailList } from '#web/team/trail-list.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { ProfileLayout } from '../profile-layout.tsx'
import { Section } from '../section.tsx'

export default function TeamPage() {
  return (
    <ProfileLayout path={paths.profileTeam}>
      <TeamSections />
    </ProfileLayout>
  )
}

/** With a single seat, which is the owner's, there is nothing to order. */
const hasTooFewSeats = ({ members, seats: { limit } }: Team): boolean =>
  limit !== null && limit > 1 && members.length > limit

const TeamSections = () => {
  const mayInvite = useMay('team.invite')
  const [mayChangeSettings, mayReadTrail] = [useMay('team.settings'), useMay('team.trail')]
  const mayOrderSeats = useMay('team.orderSeats')
  const team = useQuery(teamQuery)
  if (team.isError && !team.data) {
    return (
      <div className="mt-6">
        <LoadErrorNotice title="Não foi possível carregar a equipe" query={team} />
      </div>
    )
  }
  return (
    <>
      <Section title="Pessoas" text="Quem trabalha com você nesta conta." wide>
        {team.data ? (
          <div className="grid gap-4">
            {mayInvite && <Seats seats={team.data.seats} />}
            <MemberList members={team.data.members} />
          </div>
        ) : (
          <ListSkeleton />
        )}
      </Section>
      {mayOrderSeats && team.data && hasTooFewSeats(team.data) && (
        <Section
          title="Ordem das vagas"
          text="O plano tem menos vagas que pessoas: trabalham o dono e os primeiros da lista. Os outros veem um aviso e voltam quando houver vaga. A ordem pode mudar uma vez por dia."
          wide
        >
          <SeatOrder members={team.data.members} seats={team.data.seats} />
        </Section>
      )}
      {mayInvite && (
        <Section title="Convidar" text="O convite chega por e-mail, vale por sete dias e só pode ser usado uma vez.">
          <InviteForm />
        </Section>
      )}
      {team.data && team.data.invites.length > 0 && (
        <Section title="Convites em aberto" text="Cada um ocupa uma vaga até ser aceito ou retirado." wide>
          <InviteList invites={team.data.invites} />
        </Section>
      )}
      {mayChangeSettings && team.data && (
        <Section title="Configurações" text="Valem para toda a equipe.">
          <SettingsForm settings={team.data.settings} />
        </Section>
      )}
      <Section title="Rodízio" text="De quem foi a vez em cada lead que veio de um formulário." wide>
        <TurnList />
      </Section>
      {mayReadTrail && (
        <Section title="Registro da equipe" text="Quem mudou o quê, do mais recente ao mais antigo." wide>
          <TrailList />
        </Section>
      )}
    </>
  )
}
