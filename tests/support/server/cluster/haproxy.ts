import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../process/free-port.ts'
import { answersAt } from './pgbouncer.ts'
import { exampleWith, programAt, programFolder, startProgram, until } from './program.ts'

type Machine = { name: string; port: number; restPort?: number }

/** Starts HAProxy with the configuration of `deploy/`. */
export async function startHaproxy({
  databases,
  sites,
}: {
  databases: readonly Machine[]
  sites: readonly Machine[]
}): Promise<{
  primaryPort: number
  /** Leads to a standby. */
  replicaPort: number
  /** Where the site is. */
  origin: string
  stop: () => Promise<void>
}> {
  const { folder, remove } = programFolder('haproxy')
  const [primaryPort, replicaPort, sitePort] = [await freePort(), await freePort(), await freePort()]
  const config = exampleWith('haproxy/haproxy.cfg', [
    [/127\.0\.0\.1:5000/, `127.0.0.1:${primaryPort}`],
    [/127\.0\.0\.1:5001/, `127.0.0.1:${replicaPort}`],
    [/127\.0\.0\.1:8080/, `127.0.0.1:${sitePort}`],
    ...databases.map(({ name, port, restPort }): [RegExp, string] => [
      new RegExp(`server ${name} \\S+ check port \\d+`, 'g'),
      `server ${name} 127.0.0.1:${port} check port ${restPort}`,
    ]),
    ...sites.map(({ name, port }): [RegExp, string] => [
      new RegExp(`server ${name} \\S+`, 'g'),
      `server ${name} 127.0.0.1:${port}`,
    ]),
  ])
  writeFileSync(join(folder, 'haproxy.cfg'), config)
  const haproxy = startProgram(programAt('haproxy') ?? '', ['-db', '-f', join(folder, 'haproxy.cfg')])
  await until(() => answersAt(sitePort), { describe: () => `HAProxy: ${haproxy.output()}` })
  return {
    primaryPort,
    replicaPort,
    origin: `http://localhost:${sitePort}`,
    async stop() {
      await haproxy.kill()
      remove()
    },
  }
}
