import { Monitor, Moon, Rows3, Rows4, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Density, Theme } from './theme.ts'

interface Appearance<Value> {
  value: Value
  label: string
  icon: ReactNode
}

export const themes: readonly Appearance<Theme>[] = [
  { value: 'system', label: 'Sistema', icon: <Monitor /> },
  { value: 'light', label: 'Claro', icon: <Sun /> },
  { value: 'dark', label: 'Escuro', icon: <Moon /> },
]

export const densities: readonly Appearance<Density>[] = [
  { value: 'comfortable', label: 'Confortável', icon: <Rows3 /> },
  { value: 'compact', label: 'Compacta', icon: <Rows4 /> },
]
