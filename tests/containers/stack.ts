import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { until } from '../support/server/cluster/program.ts'
import { freePort } from '../support/server/process/free-port.ts'
import { docker, FOLDER, run, runWell } from './docker.ts'
import type { Images } from './stand-ins.ts'

export const HOST = 'rent.localhost'
export const SITE_IMAGE = 'savari-test/site:0.1.0'
const PROJECT = 'savari-test'
const ROOT_CERTIFICATE = '/data/caddy/pki/authorities/local/root.crt'

export type Stack = {
  ports: { https: number; http: number; bank: number; database: number }
  secrets: Record<string, string>
  /** The certificate that signs Caddy's, as the name is one of this machine. */
  certificate: () => string
  compose: (...args: string[]) => Promise<string>
  /** As `compose`, with an input, and without an error where the command fails. */
  exec: (service: string, command: string[], input?: string) => Promise<{ code: number; output: string }>
  /** Builds the site's image. */
  build: () => Promise<void>
  /** Starts all and waits until all are healthy; returns the seconds that took. */
  up: () => Promise<number>
  inspect: (service: string) => Promise<Inspected>
  remove: () => Promise<void>
}
export type Inspected = {
  State: { Status: string; ExitCode: number; Health?: { Status: string } }
  RestartCount: number
  HostConfig: {
    ReadonlyRootfs: boolean
    CapDrop: string[] | null
    CapAdd: string[] | null
    SecurityOpt: string[] | null
  }
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> }
}

/** `deploy/compose.yaml` and `compose.trial.yaml` as they are; only images, ports and who signs the certificate differ. */
export async function openStack(images: Images): Promise<Stack> {
  const folder = join(FOLDER, 'stack')
  mkdirSync(folder, { recursive: true })
  const ports = { https: await freePort(), http: await freePort(), bank: await freePort(), database: await freePort() }
  const secrets = secretsOf()
  const settings = { ...secrets, SITE_HOST: HOST, GATEWAYS: 'simulator', SMS: 'outbox', MAIL: 'outbox' }
  const commit = (await runWell('git', ['rev-parse', 'HEAD'])).trim()
  const root = join(folder, 'root.crt')
  writeFileSync(join(folder, 'env'), linesOf({ ...settings, COMMIT: commit }))
  writeFileSync(join(folder, 'override.yaml'), override(images, ports, root))
  writeFileSync(root, '')
  let certificate = ''
  const files = ['deploy/compose.yaml', 'deploy/compose.trial.yaml', join(folder, 'override.yaml')]
  const options = ['compose', '-p', PROJECT, '--env-file', join(folder, 'env')]
  const args = [...options, ...files.flatMap((file) => ['-f', resolve(file)])]
  const compose = (...more: string[]) => runWell('docker', [...args, ...more])
  const remove = async () => {
    await run('docker', [...args, 'down', '--volumes', '--timeout', '20'])
  }
  await remove()
  return {
    ports,
    secrets,
    certificate: () => certificate,
    compose,
    remove,
    exec: (service, command, input) =>
      run('docker', [...args, 'exec', '-T', service, ...command], { input: input ?? '' }),
    build: async () => {
      await compose('build', '--quiet')
    },
    async up() {
      const began = performance.now()
      // The sites ask the bank by its public address, so they must trust who signs for it.
      await compose('up', '-d', '--no-deps', 'proxy')
      const read = () => compose('exec', '-T', 'proxy', 'cat', ROOT_CERTIFICATE)
      certificate = await until(read, { describe: () => 'Caddy has no certificate' })
      writeFileSync(root, certificate)
      await compose('up', '-d', '--wait')
      return (performance.now() - began) / 1000
    },
    async inspect(service) {
      const id = (await compose('ps', '-aq', service)).trim()
      return JSON.parse(await docker('inspect', id))[0]
    },
  }
}

function secretsOf(): Record<string, string> {
  const made = ['DATABASE_PASSWORD', 'REDIS_PASSWORD', 'SESSION_SECRET', 'GARAGE_RPC_SECRET', 'S3_SECRET_KEY']
  const random = Object.fromEntries(made.map((name) => [name, randomBytes(32).toString('hex')]))
  return { ...random, S3_ACCESS_KEY: `GK${randomBytes(16).toString('hex')}` }
}

const linesOf = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

function override({ services, node }: Images, ports: Stack['ports'], root: string): string {
  return `services:
  site-1: &site
    image: ${SITE_IMAGE}
    build: { network: host, args: { NODE_IMAGE: '${node}' } }
    environment: { NODE_EXTRA_CA_CERTS: /root.crt }
    volumes: ['${root}:/root.crt:ro']
  site-2: *site
  proxy:
    image: ${services.proxy}
    ports: !override ['127.0.0.1:${ports.https}:443', '127.0.0.1:${ports.http}:80', '127.0.0.1:${ports.bank}:8443']
  database: { image: ${services.database}, ports: ['127.0.0.1:${ports.database}:5432'] }
  cache: { image: ${services.cache} }
  files: { image: ${services.files} }
`
}
