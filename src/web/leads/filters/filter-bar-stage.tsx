import { stages, statusLabels } from '#contract/leads/lead-status.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'

interface FilterStageProps {
  value: string | undefined
  /** Receives an empty string for all stages. */
  onStage: (stage: string) => void
}

export const FilterStage = ({ value = '', onStage }: FilterStageProps) => (
  <SelectField
    label="Etapa"
    hideLabel
    value={value}
    onChange={event => onStage(event.target.value)}
    className="min-w-34 flex-1 md:w-44 md:flex-none min-[90rem]:w-52"
  >
    <option value="">Todas as etapas</option>
    {stages.map(stage => (
      <option key={stage} value={stage}>
        {statusLabels[stage]}
      </option>
    ))}
  </SelectField>
)
