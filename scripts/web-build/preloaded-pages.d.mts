import type { Plugin } from 'vite'

export const preloadedPages: () => Plugin
