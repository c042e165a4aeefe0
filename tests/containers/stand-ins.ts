import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { docker, FOLDER, run, runWell } from './docker.ts'

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const ONE_PULL_MS = 120_000
/** The images of `deploy/` and what stands in for each where it cannot be pulled. */
const STAND_INS = { proxy: 'caddy', database: 'postgres', cache: 'redis', files: 'store' } as const

export type Images = {
  /** What each service runs. */
  services: Record<keyof typeof STAND_INS, string>
  /** The base of the site's own image. */
  node: string
  isReal: boolean
}

/** The real images where this machine has them or can pull them, and otherwise ones of Debian's packages. */
export async function makeImages(say: (line: string) => void): Promise<Images> {
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true })
  const names = Object.keys(STAND_INS) as (keyof typeof STAND_INS)[]
  const node = /^ARG NODE_IMAGE=(.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? ''
  const real = names.map((name) => [name, services[name].image as string] as const)
  if (await canPull([node, ...real.map(([, image]) => image)]))
    return { services: Object.fromEntries(real) as Images['services'], node, isReal: true }
  say('no image can be pulled here: Debian’s packages stand in for the images')
  const folder = join(FOLDER, 'stand-ins')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(import.meta.dirname, 'images'), folder, { recursive: true })
  await makeBase()
  layNode(join(folder, 'node'))
  const file = join(folder, 'compose.json')
  writeFileSync(
    file,
    JSON.stringify({ services: Object.fromEntries(['node', ...Object.values(STAND_INS)].map(build)) }),
  )
  const make = (...images: string[]) =>
    runWell('docker', ['compose', '-p', 'savari-stand-ins', '-f', file, 'build', '--quiet', ...images])
  await make('node')
  await make(...Object.values(STAND_INS))
  const made = names.map((name) => [name, `savari-test/${STAND_INS[name]}`])
  return { services: Object.fromEntries(made), node: 'savari-test/node', isReal: false }

  function build(name: string) {
    // Debian's archive and the npm registry are reached as this machine reaches them.
    const context = { context: join(folder, name), network: 'host', args: { S3RVER: s3Server() } }
    return [name, { image: `savari-test/${name}`, build: context }]
  }
}

async function canPull(images: readonly string[]): Promise<boolean> {
  for (const image of images) {
    if ((await run('docker', ['image', 'inspect', image])).code === 0) continue
    if ((await run('docker', ['pull', '--quiet', image], { withinMs: ONE_PULL_MS })).code !== 0) return false
  }
  return true
}

/** A minimal Debian that trusts whom this machine trusts, kept for the next run. */
async function makeBase() {
  const root = join(FOLDER, 'debian')
  if (!existsSync(join(root, 'complete'))) {
    rmSync(root, { recursive: true, force: true })
    await runWell('debootstrap', ['--variant=minbase', 'bookworm', root])
    mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true })
    copyFileSync(CERTIFICATES, join(root, CERTIFICATES))
    mkdirSync(join(root, 'usr/local/etc'), { recursive: true })
    writeFileSync(join(root, 'usr/local/etc/npmrc'), `cafile=${CERTIFICATES}\n`)
    writeFileSync(join(root, 'complete'), '')
  }
  if ((await run('docker', ['image', 'inspect', 'savari-test/base'])).code === 0) return
  const archive = join(FOLDER, 'debian.tar')
  await runWell('tar', ['-C', root, '-cf', archive, '.'])
  await docker('import', archive, 'savari-test/base')
  rmSync(archive)
}

/** The Node of the packages, and the npm that runs us. */
function layNode(folder: string) {
  copyFileSync(process.execPath, join(folder, 'node'))
  const cli = process.env.npm_execpath
  if (!cli) throw new Error('start it by npm run test:containers')
  cpSync(dirname(dirname(cli)), join(folder, 'npm'), { recursive: true, dereference: true })
}

function s3Server(): string {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  return `@20minutes/s3rver@${devDependencies['@20minutes/s3rver']}`
}
