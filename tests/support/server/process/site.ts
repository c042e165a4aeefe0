import { spawn } from 'node:child_process'
import { renameSync, rmSync } from 'node:fs'
import { PREPARED } from '../database/prepared-data.ts'
import { demonstrationDataDir } from './site-process.ts'

/**
 * `node tests/support/server/process/site.ts`: the built site for browser tests, with a data folder that is removed when it stops.
 * SITE_PORT, SITE_BANK_PORT and SITE_DATA_DIR say where. It trusts the tests' own machine as a proxy, so that a test
 * can use a network address of its own and is not stopped by a limit that another test has used up.
 */
const dataDir = process.env.SITE_DATA_DIR
if (!dataDir) throw new Error('SITE_DATA_DIR names no folder')
// Tests that start their own site copy the same folder, so that the demonstration is loaded only once in a run.
renameSync(await demonstrationDataDir(), dataDir)
const site = spawn(process.execPath, ['--enable-source-maps', 'app/server.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    MODE: 'demonstration',
    NODE_ENV: 'production',
    PORT: process.env.SITE_PORT,
    BANK_PORT: process.env.SITE_BANK_PORT,
    DATA_DIR: dataDir,
    STOP_NOTICE_MS: '0',
    TRUSTED_PROXIES: '127.0.0.1,::1',
  },
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => site.kill(signal))
site.on('exit', (code) => {
  for (const folder of [dataDir, PREPARED]) rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 1)
})
