import { type LegalBasis, legalBases, legalBasisLabels } from '#contract/privacy/lead-privacy.ts'
import { ApiError } from '#web/lib/requests/api-error.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'

export const isPersonErased = (error: unknown): boolean => error instanceof ApiError && error.code === 'person_erased'

/** Saves the lead of an erased person once a legal basis is chosen. */
export const ReadmitChoice = ({ onChoose }: { onChoose: (baseLegal: LegalBasis) => void }) => (
  <SelectField
    label="Base legal para cadastrar mesmo assim"
    value=""
    onChange={({ target }) => onChoose(target.value as LegalBasis)}
  >
    <option value="">Escolha</option>
    {legalBases.map(value => (
      <option key={value} value={value}>
        {legalBasisLabels[value]}
      </option>
    ))}
  </SelectField>
)
