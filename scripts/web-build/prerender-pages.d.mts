import type { Plugin } from 'vite'

export const prerenderPages: () => Plugin
