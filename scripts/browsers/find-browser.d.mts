import type { Browser } from '@playwright/test'

export declare const findBrowser: () => string

export declare const launchBrowser: () => Promise<Browser>

export declare const browserArgs: string[]
