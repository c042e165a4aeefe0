import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atMost, type Row } from '../bench/table.ts'
import { until } from '../support/server/cluster/program.ts'
import { freePort } from '../support/server/process/free-port.ts'
import { FOLDER, run, runWell } from './docker.ts'
import { SITE_IMAGE, type Stack } from './stack.ts'

const NAME = 'savari'
const PAUSE = 'localhost/savari-test/pause:1'
/** `terminationGracePeriodSeconds` of the deployment, less its pause of 5 s, which podman does not know. */
const STOPS_WITHIN_S = 15

/** Starts the deployment's pod by podman, beside the database, Redis and store that compose has started. */
export async function measureKubernetes(stack: Stack): Promise<Row[]> {
  const folder = join(FOLDER, 'kubernetes')
  mkdirSync(folder, { recursive: true })
  // Raising a limit needs a right that containers and small machines lack.
  const conf = `[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\ninfra_image = "${PAUSE}"\n`
  writeFileSync(join(folder, 'containers.conf'), conf)
  const env = { CONTAINERS_CONF: join(folder, 'containers.conf') }
  const global = ['--log-level=error', '--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  const podman = (...args: string[]) => runWell('podman', [...global, ...args], { env })
  const clean = async () => {
    await run('podman', [...global, 'pod', 'rm', '--all', '--force'], { env })
    await run('podman', [...global, 'secret', 'rm', NAME], { env })
  }
  await clean()
  try {
    await layImages(podman, folder)
    const ports = { http: await freePort(), metrics: await freePort() }
    const address = await addressesOf(stack)
    const manifest = join(folder, 'savari.yaml')
    writeFileSync(manifest, manifestFor(address.files, ports))
    writeFileSync(join(folder, 'secret.json'), JSON.stringify(secretFor(stack, address)))
    await podman('secret', 'create', NAME, join(folder, 'secret.json'))
    await podman('kube', 'play', manifest)
    const answers = async (path: string, port = ports.http) => (await fetch(`http://127.0.0.1:${port}${path}`)).ok
    await until(() => answers('/readyz'), { describe: () => 'the pod is not ready' })
    const probes = await Promise.all([answers('/healthz'), answers('/readyz'), answers('/metrics', ports.metrics)])
    const pod = (await podman('ps', '-q', '--filter', 'name=site')).trim()
    const look =
      'id -u; grep -E "^(CapEff|NoNewPrivs|Seccomp):" /proc/1/status; touch /data/x /tmp/x && echo writes; touch /app/x || echo read-only'
    const inside = await podman('exec', pod, 'sh', '-c', look)
    const hardened = ['1000', 'CapEff:\t0000000000000000', 'NoNewPrivs:\t1', 'Seccomp:\t2', 'writes', 'read-only']
    await podman('stop', '--time', String(STOPS_WITHIN_S), pod)
    const seconds = stoppedAfter(await podman('logs', pod))
    const code = Number(await podman('inspect', '--format', '{{.State.ExitCode}}', pod))
    return [
      atMost('probes and numbers that do not answer, of 3', probes.filter((is) => !is).length, 0, ''),
      atMost(
        'what the pod has of rights that it should not have',
        hardened.filter((line) => !inside.includes(line)).length,
        0,
        '',
      ),
      atMost('it stops within', seconds, STOPS_WITHIN_S, 's', 1),
      atMost('its exit code', code, 0, ''),
    ]
  } finally {
    await clean()
  }
}

/** Seconds from the signal to the end by the site's own log: podman needs some of its own. */
function stoppedAfter(log: string): number {
  const at = (event: string) => Date.parse(/"at":"([^"]+)"/.exec(lineOf(log, event))?.[1] ?? '')
  return (at('stopped') - at('stopping')) / 1000
}

const lineOf = (log: string, event: string) => log.split('\n').find((line) => line.includes(`"event":"${event}"`)) ?? ''

async function layImages(podman: (...args: string[]) => Promise<string>, folder: string) {
  const archive = join(folder, 'images.tar')
  await runWell('docker', ['save', '--output', archive, SITE_IMAGE])
  await podman('load', '--quiet', '--input', archive)
  await podman('tag', SITE_IMAGE, registered())
  // What holds the pod's network.
  const root = join(FOLDER, 'debian.pause.tar')
  await runWell('tar', [
    '-C',
    join(FOLDER, 'debian'),
    '-cf',
    root,
    './bin',
    './lib',
    './lib64',
    './usr/bin',
    './usr/lib',
    './usr/lib64',
  ])
  await podman('import', '--change', 'CMD ["/usr/bin/sleep","infinity"]', root, PAUSE)
  for (const file of [archive, root]) rmSync(file)
}

const source = () => readFileSync('deploy/kubernetes/savari.yaml', 'utf8')
const registered = () => /image: (\S+)/.exec(source())?.[1] ?? ''

async function addressesOf({ inspect }: Stack) {
  const of = async (service: string) => {
    const { NetworkSettings } = await inspect(service)
    return Object.values(NetworkSettings.Networks)[0]?.IPAddress ?? ''
  }
  return { database: await of('database'), cache: await of('cache'), files: await of('files') }
}

/** The file as it is, for a trial, with one pod (podman would give two the same ports) whose ports this machine can reach. */
function manifestFor(files: string, ports: { http: number; metrics: number }): string {
  const replaced: [RegExp, string][] = [
    [/replicas: 2/, 'replicas: 1'],
    [/GATEWAYS: real/, 'GATEWAYS: simulator'],
    [/SMS: kavenegar/, 'SMS: outbox'],
    [/MAIL: smtp/, 'MAIL: outbox'],
    [/S3_ENDPOINT: \S+/, `S3_ENDPOINT: http://${files}:3900`],
    [/containerPort: 3000/, `containerPort: 3000, hostPort: ${ports.http}`],
    [/containerPort: 9464/, `containerPort: 9464, hostPort: ${ports.metrics}`],
  ]
  return replaced.reduce((text, [pattern, value]) => {
    if (!pattern.test(text)) throw new Error(`the manifest has nothing like ${pattern}`)
    return text.replace(pattern, value)
  }, source())
}

/** As podman reads a Secret that it was given: base64 by name. */
function secretFor({ secrets }: Stack, address: { database: string; cache: string }): Record<string, string> {
  const settings = {
    SESSION_SECRET: secrets.SESSION_SECRET,
    DATABASE_URL: `postgres://savari:${secrets.DATABASE_PASSWORD}@${address.database}/savari`,
    REDIS_URL: `redis://:${secrets.REDIS_PASSWORD}@${address.cache}:6379`,
    S3_ACCESS_KEY: secrets.S3_ACCESS_KEY,
    S3_SECRET_KEY: secrets.S3_SECRET_KEY,
  }
  return Object.fromEntries(
    Object.entries(settings).map(([name, value = '']) => [name, Buffer.from(value).toString('base64')]),
  )
}
