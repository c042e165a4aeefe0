import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `node tests/support/site.ts`: the built site for tests in a browser, with a data folder of its own that goes with it.
 * Ports come from SITE_PORT and SITE_BANK_PORT.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'savari-test-'))
const site = spawn(process.execPath, ['--enable-source-maps', 'app/server.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    MODE: 'demonstration',
    NODE_ENV: 'production',
    PORT: process.env.SITE_PORT,
    BANK_PORT: process.env.SITE_BANK_PORT,
    DATA_DIR: dataDir,
  },
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => site.kill(signal))
site.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
