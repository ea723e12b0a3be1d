import type { Plugin } from 'vite'

export const prerenderLanding: () => Plugin
