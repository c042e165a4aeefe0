import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{rules,i18n,providers,contract,ui,web,routes}/**/*.test.{ts,tsx}'],
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
