import { SelectField } from '#web/ui/fields/select-field.tsx'
import { densities, themes } from './appearance.tsx'
import { type Density, type Theme, useDensity, useTheme } from './theme.ts'

/** Replaces the appearance menu inside the phone menu, where a nested menu would be confusing. */
export const AppearanceSelects = () => {
  const [theme, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField label="Tema" value={theme} onChange={event => setTheme(event.target.value as Theme)}>
        {themes.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Densidade" value={density} onChange={event => setDensity(event.target.value as Density)}>
        {densities.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
