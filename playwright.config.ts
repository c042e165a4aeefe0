import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumHere } from './scripts/chromium.mjs'
import { IS_WHOLE, SAMPLE, SPLIT_JOURNEYS } from './tests/support/browser/matrix.ts'
import { freePort } from './tests/support/server/process/free-port.ts'
import { keepCompiledModules, keepTemporaryFilesInMemory } from './tests/support/server/process/memory-folder.ts'

keepTemporaryFilesInMemory()
keepCompiledModules()

// Chosen once: the workers read this file again and inherit the environment.
process.env.SITE_PORT ??= String(await freePort())
process.env.SITE_BANK_PORT ??= String(await freePort())
process.env.SITE_DATA_DIR ??= join(tmpdir(), `savari-test-${randomUUID()}`)

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// A run with two processes is one of its own (`scripts/test.mjs`): its tests, database and outbox are those of the API.
const isSplit = process.env.SPLIT === 'yes'
if (isSplit) process.env.SITE_API_PORT ??= String(await freePort())

/**
 * Every journey runs twice: without JavaScript (forms and links alone) and with it. What only JavaScript can do is in
 * `tests/enhanced`; what needs no browser but the built process is in `tests/process`. The site is on localhost and the simulated bank on 127.0.0.1, so cross-site rules are real.
 */
export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results/browser',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  // Twice what a small machine has processors: tests wait for text browsers, starts and periods of time.
  workers: 4,
  forbidOnly: true,
  // A busy machine may miss a limit of time once; the report names what needed a second run.
  retries: 1,
  use: {
    baseURL: `http://localhost:${process.env.SITE_PORT}`,
    locale: 'fa-IR',
    timezoneId: 'Asia/Tehran',
    viewport: { width: 1280, height: 900 },
    // What the site's worker keeps is a matter of the tests about it: requests of a page with one are seen by no route.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumHere(), args: FLAGS },
  },
  projects: [
    // First, as its tests are the longest: none of them is left to one worker at the end.
    ...(isSplit ? [] : [{ name: 'process', testMatch: 'process/**/*.test.ts' }]),
    {
      name: 'js',
      testMatch: isSplit ? SPLIT_JOURNEYS : '{journeys,enhanced}/**/*.test.ts',
      grepInvert: except(SAMPLE.withoutScripts),
    },
    {
      name: 'nojs',
      testMatch: isSplit ? SPLIT_JOURNEYS : 'journeys/**/*.test.ts',
      grepInvert: except(SAMPLE.withScripts),
      use: { javaScriptEnabled: false },
    },
  ],
  webServer: {
    command: `"${process.execPath}" tests/support/server/process/site.ts`,
    url: `http://localhost:${process.env.SITE_PORT}/readyz`,
    // It starts once to load the demonstration, and once to serve.
    timeout: 180_000,
    stdout: process.env.SHOW_SITE_LOG ? 'pipe' : 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
  },
})

/** Leaves a tag's tests out of a sample. */
function except(tag: string): RegExp[] {
  return IS_WHOLE ? [] : [new RegExp(`${tag}\\b`)]
}
