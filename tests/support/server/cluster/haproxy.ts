import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../process/free-port.ts'
import { HERE, type Machine } from './machine.ts'
import { answersAt } from './pgbouncer.ts'
import { exampleWith, programAt, programFolder, startProgram, until } from './program.ts'

type Server = { name: string; machine: Machine; port: number; restPort?: number }

/** Starts HAProxy with the configuration of `deploy/`. */
export async function startHaproxy({
  databases,
  sites,
  machine = HERE,
}: {
  databases: readonly Server[]
  sites: readonly Server[]
  machine?: Machine
}): Promise<{
  primaryPort: number
  /** One for each database, which leads there while it is a standby. */
  replicaPorts: readonly number[]
  /** Where the site is. */
  origin: string
  stop: () => Promise<void>
}> {
  const { folder, remove } = programFolder('haproxy')
  const [primaryPort, sitePort] = [await freePort(), await freePort()]
  const replicaPorts = await Promise.all(databases.map(() => freePort()))
  const { address } = machine
  const config = exampleWith('haproxy/haproxy.cfg', [
    [/127\.0\.0\.1:5000/, `${address}:${primaryPort}`],
    ...replicaPorts.map((port, n): [RegExp, string] => [
      new RegExp(`127\\.0\\.0\\.1:${5001 + n}`),
      `${address}:${port}`,
    ]),
    [/127\.0\.0\.1:8080/, `${address}:${sitePort}`],
    ...databases.map(({ name, machine: { address }, port, restPort }): [RegExp, string] => [
      new RegExp(`server ${name} \\S+ check port \\d+`, 'g'),
      `server ${name} ${address}:${port} check port ${restPort}`,
    ]),
    ...sites.map(({ name, machine: { address }, port }): [RegExp, string] => [
      new RegExp(`server ${name} \\S+`, 'g'),
      `server ${name} ${address}:${port}`,
    ]),
  ])
  writeFileSync(join(folder, 'haproxy.cfg'), config)
  const haproxy = startProgram(programAt('haproxy') ?? '', ['-db', '-f', join(folder, 'haproxy.cfg')], { machine })
  await until(() => answersAt(sitePort, machine), { describe: () => `HAProxy: ${haproxy.output()}` })
  return {
    primaryPort,
    replicaPorts,
    origin: `http://${address === HERE.address ? 'localhost' : address}:${sitePort}`,
    async stop() {
      await haproxy.kill()
      remove()
    },
  }
}
