import {
  type LeadOrigin,
  type LegalBasis,
  leadOriginLabels,
  legalBases,
  legalBasisLabels,
} from '#contract/privacy/lead-privacy.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'

interface OriginFieldsProps<Origin extends LeadOrigin> {
  origins: readonly Origin[]
  origem: Origin | null
  baseLegal: LegalBasis | null
  onChange: (choice: { origem: Origin | null } | { baseLegal: LegalBasis | null }) => void
  disabled?: boolean
  /** Below the origin. */
  hint?: string | undefined
}

/** Chooses where people come from, and the legal basis of storing them. */
export const OriginFields = <Origin extends LeadOrigin>({
  origins,
  origem,
  baseLegal,
  onChange,
  disabled,
  hint,
}: OriginFieldsProps<Origin>) => (
  <>
    <SelectField
      label="Origem dos dados"
      value={origem ?? ''}
      disabled={disabled}
      hint={hint}
      onChange={({ target }) => onChange({ origem: (target.value || null) as Origin | null })}
    >
      <option value="">Não informada</option>
      {origins.map(value => (
        <option key={value} value={value}>
          {leadOriginLabels[value]}
        </option>
      ))}
    </SelectField>
    <SelectField
      label="Base legal"
      value={baseLegal ?? ''}
      disabled={disabled}
      onChange={({ target }) => onChange({ baseLegal: (target.value || null) as LegalBasis | null })}
    >
      <option value="">Não informada</option>
      {legalBases.map(value => (
        <option key={value} value={value}>
          {legalBasisLabels[value]}
        </option>
      ))}
    </SelectField>
  </>
)
