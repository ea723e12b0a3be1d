import type { Plugin } from 'vite'

export const compileAhead: () => Plugin
