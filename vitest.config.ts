import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './tests/support/server/process/memory-folder.ts'

keepTemporaryFilesInMemory()

const OWN_PROCESS = ['tests/db/**/*.test.ts', 'tests/api/live/**/*.test.ts', 'tests/api/call/deaths.test.ts']
/** What measures times that a request takes, which the other worker would lengthen. */
const TIMED = ['tests/web/edge/overload.test.ts']
/** A busy machine may miss a limit of time once; `npm test` names what needed a second try. Unit tests wait for nothing. */
const AGAIN = { retry: 1 } as const
const PATIENT = { ...AGAIN, pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000 } as const

export default defineConfig({
  test: {
    // By itself it leaves one core free, which is half of a small machine. Those that wait for deaths and restarts leave room for a third.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          // No test leaves anything behind in a module, and reading all modules anew for each file takes most of the time.
          isolate: false,
          include: ['tests/{rules,i18n,providers,contract,content,ui,web,routes,house,cluster}/**/*.test.{ts,tsx}'],
          exclude: TIMED,
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
          globalSetup: 'tests/support/server/database/database-setup.ts',
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'processes',
          include: OWN_PROCESS,
          globalSetup: 'tests/support/server/database/database-setup.ts',
          ...PATIENT,
        },
      },
      // By itself, when all others have ended.
      { test: { name: 'timed', include: TIMED, pool: 'forks', maxWorkers: 1, ...AGAIN, sequence: { groupOrder: 1 } } },
    ],
  },
})
