import { MenuButton } from '#web/ui/overlays/menu-button.tsx'
import { densities, themes } from './appearance.tsx'
import { useDensity, useTheme } from './theme.ts'

export const AppearanceMenu = () => {
  const [theme, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  return (
    <MenuButton
      label="Aparência"
      icon={themes.find(({ value }) => value === theme)?.icon}
      items={[
        { kind: 'label', label: 'Tema' },
        ...themes.map(({ value, ...option }) => ({
          ...option,
          checked: value === theme,
          onSelect: () => setTheme(value),
        })),
        { kind: 'separator' },
        { kind: 'label', label: 'Densidade' },
        ...densities.map(({ value, ...option }) => ({
          ...option,
          checked: value === density,
          onSelect: () => setDensity(value),
        })),
      ]}
    />
  )
}
