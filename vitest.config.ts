import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const shared = {
  globalSetup: ['src/server/testing/global-setup.ts'],
  env: { TZ: 'America/Sao_Paulo' },
  // As for journeys: on the shared machines of CI, a test that fails runs once more and is marked.
  retry: process.env.CI ? 1 : 0,
}

export default defineConfig({
  test: {
    // Tests mostly wait for PostgreSQL, so use one worker per core instead of one fewer.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['src/{contract,server,sandbox}/**/*.test.ts', 'src/web/**/*.test.ts', 'tests/*.test.ts'],
          setupFiles: ['src/server/testing/setup-file.ts'],
          // The files of a worker share modules: loading the app for each of 170 files takes a third of the time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          ...shared,
          name: 'screens',
          include: ['src/web/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['tests/screens/screen-setup.ts'],
          // As above, and for the window too: the setup file resets what both would hand on.
          isolate: false,
          // A separate program that reads files next to its sources: load it with Node, without transforms.
          server: { deps: { external: [/\/src\/sandbox\//] } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
