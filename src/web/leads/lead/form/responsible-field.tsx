import type { ComponentProps } from 'react'
import { type Control, Controller } from 'react-hook-form'
import type { Lead } from '#contract/leads/leads.ts'
import { useMay, useMember } from '#web/session/session.tsx'
import { useResponsibleName } from '#web/team/responsible.tsx'
import { useTeam } from '#web/team/team-context.tsx'
import type { TeamView } from '#web/team/team-view.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { useAssignLead, useTakeLead } from '../use-assign-lead.ts'
import type { LeadFormValues } from './lead-values.ts'

interface ResponsibleSelectProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'value' | 'onChange'> {
  team: TeamView
  value: string | null
  onResponsible: (userId: string | null) => void
}

const ResponsibleSelect = ({ team, value, onResponsible, ...props }: ResponsibleSelectProps) => (
  <SelectField
    {...props}
    label="Responsável"
    value={value ?? ''}
    onChange={event => onResponsible(event.target.value || null)}
  >
    <option value="">Sem responsável</option>
    {[...team.names].map(([id, nome]) => (
      <option key={id} value={id}>
        {nome}
      </option>
    ))}
  </SelectField>
)

/** The responsible member of a new lead: the user, unless they choose otherwise. Absent for users who may not. */
export const NewResponsibleField = ({ control }: { control: Control<LeadFormValues> }) => {
  const team = useTeam()
  const { _id: self } = useMember()
  const mayAssign = useMay('leads.assign')
  if (!team || !mayAssign) return null
  return (
    <Controller
      control={control}
      name="userId"
      render={({ field: { value = self, onChange, ...field }, fieldState }) => (
        <ResponsibleSelect
          {...field}
          team={team}
          value={value}
          error={fieldState.error?.message}
          onResponsible={onChange}
        />
      )}
    />
  )
}

/** The responsible member of a stored lead. A choice applies at once, apart from the form. */
export const ResponsibleField = ({ lead }: { lead: Lead }) => {
  const team = useTeam()
  const name = useResponsibleName(lead)
  const assigning = useAssignLead(lead)
  const taking = useTakeLead(lead)
  if (!team) return null
  if (assigning) {
    const value = assigning.isPending ? assigning.variables : lead.userId
    return (
      <ResponsibleSelect
        team={team}
        value={value}
        disabled={assigning.isPending}
        onResponsible={userId => assigning.mutate(userId)}
      />
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-sm text-text2">{lead.userId === null ? name : `Responsável: ${name}`}</p>
      {taking && (
        <Button size="sm" busy={taking.isPending} onClick={() => taking.mutate()}>
          Pegar
        </Button>
      )}
    </div>
  )
}
