import { useSyncExternalStore } from 'react'
import { createStoredPreference } from '#web/lib/stored-preference.ts'

export type Theme = 'system' | 'light' | 'dark'
export type Density = 'comfortable' | 'compact'

/** Two theme-color metas follow the system theme by media query. A chosen theme enables one permanently. */
const paintBrowserFrame = (value: Theme) => {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { scheme } = meta.dataset
    meta.media = value === 'system' ? `(prefers-color-scheme: ${scheme})` : value === scheme ? 'all' : 'not all'
  }
}

// public/start.js reads the same keys and sets the same attributes before the first paint.
const theme = createStoredPreference<Theme>({
  key: 'tema',
  values: ['system', 'light', 'dark'],
  apply: value => {
    if (value === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = value
    paintBrowserFrame(value)
  },
})

const density = createStoredPreference<Density>({
  key: 'densidade',
  values: ['comfortable', 'compact'],
  apply: value => {
    if (value === 'comfortable') delete document.documentElement.dataset.density
    else document.documentElement.dataset.density = value
  },
})

export const useTheme = () => [useSyncExternalStore(theme.subscribe, theme.read), theme.write] as const
export const useDensity = () => [useSyncExternalStore(density.subscribe, density.read), density.write] as const
