import { type ChildProcess, spawn } from 'node:child_process'
import { renameSync, rmSync } from 'node:fs'
import { emptyDataDir, PREPARED } from '../database/prepared-data.ts'
import { demonstrationDataDir } from './site-process.ts'

/**
 * `node tests/support/server/process/site.ts`: the built site for browser tests, with a data folder that is removed when it stops.
 * SITE_PORT, SITE_BANK_PORT and SITE_DATA_DIR say where. It trusts the tests' own machine as a proxy, so that a test
 * can use a network address of its own and is not stopped by a limit that another test has used up. With SITE_API_PORT
 * the API is a process of its own: the database and the bank are there, and the site has nothing but its address.
 */
const { SITE_DATA_DIR: dataDir, SITE_PORT: port, SITE_API_PORT: apiPort, SITE_BANK_PORT: bankPort } = process.env
if (!dataDir) throw new Error('SITE_DATA_DIR names no folder')
// Tests that start their own site copy the same folder, so that the demonstration is loaded only once in a run.
renameSync(await demonstrationDataDir(), dataDir)
const siteDataDir = apiPort ? emptyDataDir() : dataDir
const processes = apiPort
  ? [
      start({
        PORT: apiPort,
        BANK_PORT: bankPort,
        DATA_DIR: dataDir,
        ORIGIN: `http://localhost:${port}`,
        API_ORIGIN: `http://localhost:${apiPort}`,
      }),
      start({ PORT: port, BANK_PORT: '', DATA_DIR: siteDataDir, API_BASE_URL: `http://localhost:${apiPort}/api` }),
    ]
  : [start({ PORT: port, BANK_PORT: bankPort, DATA_DIR: dataDir })]
const stopAll = () => {
  for (const one of processes) one.kill('SIGTERM')
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopAll)
const codes = await Promise.all(processes.map(exitOf))
for (const folder of [dataDir, siteDataDir, PREPARED]) rmSync(folder, { recursive: true, force: true })
process.exit(codes.every((code) => code === 0) ? 0 : 1)

function start(settings: Record<string, string | undefined>): ChildProcess {
  return spawn(process.execPath, ['--enable-source-maps', 'app/server.ts'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      MODE: 'demonstration',
      NODE_ENV: 'production',
      STOP_NOTICE_MS: '0',
      // The tests' browsers share its processors: what it refuses when it is too busy is a matter of the tests about that.
      MAX_QUEUE_MS: '10000',
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...settings,
    },
  })
}

/** When one process ends, the others must, too: tests would wait for what is no longer there. */
function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) =>
    child.on('exit', (code) => {
      stopAll()
      resolve(code)
    }),
  )
}
