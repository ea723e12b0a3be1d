import { defineConfig } from 'vitest/config'

/** The server's own tests, with each statement that they make the product send written down. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    globalSetup: ['src/server/testing/global-setup.ts'],
    setupFiles: ['src/server/testing/setup-file.ts', 'tests/released-states/record-statements.ts'],
    isolate: false,
    maxWorkers: '100%',
    env: { TZ: 'America/Sao_Paulo' },
    include: ['src/server/**/*.test.ts'],
    exclude: ['src/server/db/**', 'src/server/http/fuzz.test.ts', 'src/server/http/extreme-input.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
