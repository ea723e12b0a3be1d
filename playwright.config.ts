import { defineConfig } from '@playwright/test'
import { browserArgs } from './scripts/browsers/find-browser.mjs'

/** Tests run on desktop. `@phone` runs what looks or is used differently there on phone too, `@phone-only` only on phone. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/migrated-database.ts',
  outputDir: 'test-results',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  // One worker would run a long file alone at the end, such as the walk through all states on phones.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // CI runs on machines that others share. A journey that fails there runs once more and is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace of every journey adds an eighth to the run time. Use `--trace on` to record them locally.
    trace: 'on-first-retry',
    launchOptions: {
      ...(process.env.CHROME_PATH ? { executablePath: process.env.CHROME_PATH } : {}),
      args: browserArgs,
    },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
  ],
})
