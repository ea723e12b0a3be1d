import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const shared = {
  globalSetup: ['src/server/testing/global-setup.ts'],
  env: { TZ: 'America/Sao_Paulo' },
  // As for journeys: on the shared machines of CI, a test that fails runs once more and is marked.
  retry: process.env.CI ? 1 : 0,
  // As for journeys too: the longest take ten seconds on a quiet machine, and six times as long on a busy one.
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          // These tests wait for PostgreSQL and for clocks, and two workers left a sixth of two cores idle.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          // Projects with different numbers of workers run one after the other.
          sequence: { groupOrder: 1 },
          include: ['src/{contract,server,sandbox}/**/*.test.ts', 'src/web/**/*.test.ts', 'tests/*.test.ts'],
          setupFiles: ['src/server/testing/setup-file.ts'],
          // The files of a worker share modules: loading the app for each of 170 files takes a third of the time.
          isolate: false,
        },
      },
      {
        plugins: [react()],
        test: {
          ...shared,
          name: 'screens',
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
          include: ['src/web/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['tests/screens/screen-setup.ts'],
          // As above, and for the window too: the setup file resets what both would hand on.
          isolate: false,
          // A separate program that reads files next to its sources: load it with Node, without transforms.
          server: { deps: { external: [/\/src\/sandbox\//] } },
        },
      },
    ],
  },
})
