import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { ConfigError, readConfig, SETTING_NAMES } from '#app/config.ts'

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')

type Service = {
  image: string
  read_only?: boolean
  user?: string
  cap_drop?: string[]
  environment?: Record<string, string>
}
const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const kubernetes = parseAllDocuments(read('kubernetes/savari.yaml')).map((document) => document.toJS())
const kind = (name: string) => kubernetes.find((document) => document.kind === name)
const [container] = kind('Deployment').spec.template.spec.containers

/** Settings that the process itself reads. */
const OTHERS = ['NODE_ENV']
const unknown = (names: string[]) => names.filter((name) => ![...SETTING_NAMES, ...OTHERS].includes(name))

const dockerEnv = /^ENV NODE_ENV.*$/m.exec(read('Dockerfile'))?.[0].slice('ENV '.length).split(' ') ?? []
const dockerSettings = dockerEnv.map((pair) => pair.split('=')[0]!)
const unitSettings = /^Environment=(.*)$/m
  .exec(read('systemd/savari.service'))![1]!
  .split(' ')
  .map((pair) => pair.split('=')[0]!)

test('every setting in the files for deployment is one of the site', () => {
  for (const service of ['site-1', 'site-2'])
    expect(unknown(Object.keys(compose.services[service]!.environment!))).toEqual([])
  expect(unknown(Object.keys(kind('ConfigMap').data))).toEqual([])
  const inSecret = [...read('kubernetes/savari.yaml').matchAll(/--from-literal=([A-Z0-9_]+)=/g)].map(
    ([, name]) => name!,
  )
  expect(inSecret).toContain('SESSION_SECRET')
  expect(unknown(inSecret)).toEqual([])
  expect(dockerSettings).toContain('DATA_DIR')
  expect(unknown(dockerSettings)).toEqual([])
  expect(unknown(unitSettings)).toEqual([])
})

test('no secret has a value, and compose stops without each of them', () => {
  const secrets = Object.values(compose.services).flatMap(({ environment = {} }) =>
    Object.entries(environment).filter(([name]) => /SECRET|PASSWORD|_KEY$/.test(name)),
  )
  expect(secrets.length).toBeGreaterThan(6)
  for (const [name, value] of secrets)
    expect([name, value]).toEqual([name, expect.stringMatching(/^\$\{[A-Z0-9_]+:\?.+\}$/)])
  expect(compose.services['site-1']!.environment!.DATABASE_URL).toContain('${DATABASE_PASSWORD:?')
  expect(JSON.stringify(kind('ConfigMap'))).not.toMatch(/SECRET|PASSWORD|_KEY"/)
  expect(dockerSettings.join()).not.toMatch(/SECRET|PASSWORD|KEY/)
})

test('with its variables filled in, compose starts the site in production', () => {
  const filled = Object.entries(compose.services['site-1']!.environment!).map(([name, value]) => [
    name,
    value
      .replace(/\$\{(GATEWAYS):\?[^}]*\}/, 'simulator')
      .replace(/\$\{(SMS|MAIL):\?[^}]*\}/, 'outbox')
      .replace(/\$\{SITE_HOST:\?[^}]*\}/, 'rent.example')
      .replace(/\$\{[^}]*\}/g, 'a-value-that-is-long-enough-for-a-secret'),
  ])
  const settings = { NODE_ENV: 'production', ...Object.fromEntries(filled) }
  expect(readConfig(settings)).toMatchObject({ mode: 'production', origin: 'https://rent.example' })
  expect(() => readConfig({ ...settings, SESSION_SECRET: '' })).toThrow(ConfigError)
})

test('every image that others have made is pinned by its tag and its digest', () => {
  const made = Object.entries(compose.services).filter(([name]) => !name.startsWith('site-'))
  const images = [...made.map(([, { image }]) => image), /^ARG NODE_IMAGE=(.*)$/m.exec(read('Dockerfile'))?.[1]]
  expect(images).toHaveLength(5)
  for (const image of images) expect(image).toMatch(/^docker\.io\/\S+:v?\d\S*@sha256:[0-9a-f]{64}$/)
  // A frontend of the builder would be fetched for each build, too.
  expect(read('Dockerfile')).not.toMatch(/^# *syntax=/m)
})

test('no file of settings or keys gets into the image, wherever it is', () => {
  const ignored = read('Dockerfile.dockerignore').split('\n')
  expect(ignored).toEqual(
    expect.arrayContaining(['**/.env', '**/.env.*', '**/*.env', '**/*.key', '**/*.p12', '**/*.pem']),
  )
  expect(ignored.filter((line) => line.startsWith('!'))).toEqual([])
})

test('containers run without root, without rights, and cannot write to their root', () => {
  for (const service of ['site-1', 'site-2'])
    expect(compose.services[service]).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  expect(compose.services.cache).toMatchObject({ user: 'redis', read_only: true, cap_drop: ['ALL'] })
  expect(container.securityContext).toMatchObject({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  expect(kind('Deployment').spec.template.spec.securityContext.runAsNonRoot).toBe(true)
  expect(read('Dockerfile')).toMatch(/^USER 1000:1000$/m)
  expect(read('Dockerfile')).not.toMatch(/npm (ci|install|prune)(?!.*--ignore-scripts)/)
})

test('the orchestrator waits longer for a process than that takes to stop', () => {
  const { terminationGracePeriodSeconds: grace } = kind('Deployment').spec.template.spec
  const pause = Number(container.lifecycle.preStop.exec.command[1])
  const stopsWithin = readConfig({}).stopNoticeMs / 1000 + 7
  expect(grace).toBeGreaterThan(pause + stopsWithin)
  expect(Number.parseInt(/^TimeoutStopSec=(\d+)/m.exec(read('systemd/savari.service'))![1]!, 10)).toBeGreaterThan(
    stopsWithin,
  )
  expect(container.readinessProbe.httpGet.path).toBe('/readyz')
  expect(container.livenessProbe.httpGet.path).toBe('/healthz')
})

test.skipIf(spawnSync('systemd-analyze', ['--version']).error)('systemd knows every line of the unit', () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/systemd/savari.service'], { encoding: 'utf8' })
  // The program itself is not installed here.
  expect(stderr.split('\n').filter((line) => line && !/is not executable/.test(line))).toEqual([])
})
