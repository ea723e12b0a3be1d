import { SelectField } from '#web/ui/select-field.tsx'
import { type Theme, useTheme } from '#web/ui/theme.ts'
import { themes } from './themes.tsx'

/** For the phone's menu, where a second menu inside would be one too many. */
export const ThemeSelect = () => {
  const [theme, setTheme] = useTheme()
  return (
    <SelectField label="Tema" value={theme} onChange={event => setTheme(event.target.value as Theme)}>
      {themes.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
