import type { Plugin } from 'vite'

export declare const withoutSummaries: () => Plugin
