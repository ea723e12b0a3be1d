import { Monitor, Moon, Sun } from 'lucide-react'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type Theme, useTheme } from '#web/ui/theme.ts'

const themes = [
  { value: 'system', label: 'Sistema', icon: <Monitor /> },
  { value: 'light', label: 'Claro', icon: <Sun /> },
  { value: 'dark', label: 'Escuro', icon: <Moon /> },
] as const satisfies readonly { value: Theme; label: string; icon: unknown }[]

export const ThemeMenu = () => {
  const [theme, setTheme] = useTheme()
  return (
    <MenuButton
      iconOnly
      variant="ghost"
      label="Tema"
      icon={themes.find(({ value }) => value === theme)?.icon}
      items={themes.map(({ value, label, icon }) => ({
        label,
        icon,
        checked: value === theme,
        onSelect: () => setTheme(value),
      }))}
    />
  )
}

/** The same inside the phone's menu, where a second menu would be one too many. */
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
