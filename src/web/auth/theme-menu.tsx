import { MenuButton } from '#web/ui/menu-button.tsx'
import { useTheme } from '#web/ui/theme.ts'
import { themes } from './themes.tsx'

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
