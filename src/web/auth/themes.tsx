import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Theme } from '#web/ui/theme.ts'

export const themes: readonly { value: Theme; label: string; icon: ReactNode }[] = [
  { value: 'system', label: 'Sistema', icon: <Monitor /> },
  { value: 'light', label: 'Claro', icon: <Sun /> },
  { value: 'dark', label: 'Escuro', icon: <Moon /> },
]
