import { unassigned } from '#contract/leads/filter-readers.ts'
import { useTeam } from '#web/team/team-context.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'

interface FilterResponsibleProps {
  value: string | undefined
  /** Receives an empty string for all members. */
  onResponsible: (userId: string) => void
}

export default function FilterResponsible({ value = '', onResponsible }: FilterResponsibleProps) {
  const team = useTeam()
  return (
    <SelectField
      label="Responsável"
      hideLabel
      value={value}
      onChange={event => onResponsible(event.target.value)}
      className="min-w-34 flex-1 md:w-44 md:flex-none"
    >
      <option value="">Toda a equipe</option>
      <option value={unassigned}>Sem responsável</option>
      {[...(team?.names ?? [])].map(([id, nome]) => (
        <option key={id} value={id}>
          {nome}
        </option>
      ))}
    </SelectField>
  )
}
