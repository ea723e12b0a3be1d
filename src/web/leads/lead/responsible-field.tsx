import type { Lead } from '#contract/leads/leads.ts'
import { useResponsibleName } from '#web/team/responsible.tsx'
import { useTeam } from '#web/team/team-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { useAssignLead, useTakeLead } from './use-assign-lead.ts'

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
      <SelectField
        label="Responsável"
        value={value ?? ''}
        disabled={assigning.isPending}
        onChange={event => assigning.mutate(event.target.value || null)}
      >
        <option value="">Sem responsável</option>
        {[...team.names].map(([id, nome]) => (
          <option key={id} value={id}>
            {nome}
          </option>
        ))}
      </SelectField>
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
