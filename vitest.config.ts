import { defineConfig } from 'vitest/config'

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
          include: ['tests/{api,db}/**/*.test.ts'],
          globalSetup: 'tests/support/server/database-setup.ts',
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
