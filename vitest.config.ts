import { defineConfig } from 'vitest/config'

const OWN_PROCESS = ['tests/db/**/*.test.ts', 'tests/api/live/**/*.test.ts', 'tests/api/deaths.test.ts']
const PATIENT = { pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000 } as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // No test leaves anything behind in a module, and reading all modules anew for each file takes most of the time.
          isolate: false,
          include: ['tests/{rules,i18n,providers,contract,content,ui,web,routes}/**/*.test.{ts,tsx}'],
          pool: 'forks',
          testTimeout: 15_000,
        },
      },
      {
        test: {
          name: 'api',
          // As above. What ends, kills or counts processes and sockets has a process of its own.
          isolate: false,
          include: ['tests/api/**/*.test.ts'],
          exclude: OWN_PROCESS,
          globalSetup: 'tests/support/server/database-setup.ts',
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'processes',
          include: OWN_PROCESS,
          globalSetup: 'tests/support/server/database-setup.ts',
          ...PATIENT,
        },
      },
    ],
  },
})
