// Steps that several scripts share. It must run on Node 20 and without any package, because it installs them.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const BIN = join(ROOT, 'node_modules', '.bin')
const BUILD_STAMP = join(ROOT, 'build', '.stamp')
const SOURCES = [
  'app',
  'art',
  'locales',
  'public',
  'styles',
  'scripts',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
]

/** Changes to the project's folder and reads `.env`, if there is one; variables that are already set win. */
export function enterProject() {
  process.chdir(ROOT)
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/** The Node that runs the site: the one from the packages, or else the current one if it is new enough. */
export function siteNode() {
  const packaged = join(BIN, process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(packaged)) return packaged
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath
  throw new Error(
    `Node ${process.versions.node} is too old, and no newer one could be installed for this system. Please install Node 24.`,
  )
}

/** Installs the packages exactly as locked, unless they are installed already. */
export async function installWhereNeeded() {
  if (isInstalled()) return
  console.log('Installing packages (about a minute) …')
  const npm = process.env.npm_execpath
  // Some development packages require a newer Node than the one that installs them; they run on the Node from the packages.
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  // Development packages build the site, so they are needed in production, too.
  const env = { ...process.env, NODE_ENV: '' }
  const code = npm ? await run(process.execPath, [npm, ...options], { env }) : await run('npm', options, { env })
  if (code !== 0) throw new Error('The packages could not be installed.')
}

function isInstalled() {
  try {
    const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
    const installed = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages
    // The image has removed what only builds and tests need (deploy/Dockerfile); nothing may be installed in it.
    const isPruned = process.env.WITHOUT_DEV_PACKAGES === '1'
    return Object.entries(locked).every(
      ([path, { version, optional, dev, devOptional }]) =>
        path === '' || optional || (isPruned && (dev || devOptional)) || installed[path]?.version === version,
    )
  } catch {
    return false
  }
}

/** Builds the site if its sources have changed since the last build. */
export async function buildWhereNeeded() {
  const stamp = hashOfSources()
  if (readOrNothing(BUILD_STAMP) === stamp) return
  console.log('Building …')
  // The build prints a line for each file; that is only of interest when it fails.
  await runOrThrow('The build failed.', siteNode(), [bin('react-router'), 'build', '--logLevel', 'warn'], production())
  await layPictures('build/client')
  await layBaseMap('build')
  await layDictionaries('build')
  await runOrThrow(
    'The files could not be compressed.',
    siteNode(),
    ['scripts/pictures/compress.ts', 'build/client'],
    production(),
  )
  mkdirSync(dirname(BUILD_STAMP), { recursive: true })
  writeFileSync(BUILD_STAMP, stamp)
}

/** Copies the pictures of vehicles into a folder; they are drawn only the first time. */
export async function layPictures(folder) {
  mkdirSync(folder, { recursive: true })
  await runOrThrow(
    'The pictures could not be made.',
    siteNode(),
    ['scripts/pictures/pictures.ts', folder],
    production(),
  )
}

/** Writes the outlines of the base map into a folder. */
export async function layBaseMap(folder) {
  const file = join(folder, 'base-map.bin')
  await runOrThrow('The base map could not be made.', siteNode(), ['scripts/pictures/base-map.ts', file], production())
}

const DICTIONARIES_MOST_MS = 10 * 60_000

/** Writes what the pages of each language share; without it, pages are sent as they are. */
async function layDictionaries(folder) {
  const options = ['scripts/pictures/dictionaries.ts', folder]
  // It has a limit of its own for the pages; this one is for a site that neither starts nor stops.
  const settings = { ...production(), timeout: DICTIONARIES_MOST_MS }
  if ((await run(siteNode(), options, settings)) !== 0) console.log('Pages are built without compression dictionaries.')
}

/** The path of a package's command, to be run by `siteNode()`: never by the system's own, older Node. */
export function bin(name) {
  const owners = {
    'react-router': '@react-router/dev',
    tsc: 'typescript',
    biome: '@biomejs/biome',
    depcruise: 'dependency-cruiser',
    playwright: '@playwright/test',
  }
  const folder = join(ROOT, 'node_modules', owners[name] ?? name)
  const { bin: commands } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof commands === 'string' ? commands : commands[name])
}

/** Runs a command to its end and shows its output; returns its exit code. */
export function run(command, options, settings = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, options, { stdio: 'inherit', cwd: ROOT, ...settings })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(signal ? 1 : code))
  })
}

/** Runs a command; returns its exit code and its output. */
export function capture(command, options, settings = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, options, { stdio: ['ignore', 'pipe', 'pipe'], cwd: ROOT, ...settings })
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    child.stderr.on('data', (text) => {
      output += text
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve({ code: signal ? 1 : code, output }))
  })
}

/** The commit that is checked out here; empty where this folder is no checkout. */
export async function commitOfCheckout() {
  if (!existsSync(join(ROOT, '.git'))) return ''
  const { code, output } = await capture('git', ['rev-parse', 'HEAD']).catch(() => ({ code: 1, output: '' }))
  return code === 0 ? output.trim() : ''
}

/** Runs a command for the lifetime of this process: forwards signals to it, and exits when it does. */
export function runUntilItEnds(command, options, settings = {}) {
  const child = spawn(command, options, { stdio: 'inherit', cwd: ROOT, ...settings })
  // A terminal sends Ctrl-C to the child, too; a second signal does no harm.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}

/** The exit code for errors that a restart would not fix: wrong settings, or a port that is taken. */
const EXIT_MISCONFIGURED = 78
/** A process that has run so long has recovered, so the next restart waits briefly again. */
const RECOVERED_AFTER_MS = 60_000

/**
 * Runs a command as `runUntilItEnds` does, and restarts it when it dies by itself (an error, out of memory): after
 * a second, then after twice as long each time, up to half a minute, without end, because what it needs may come back. Each
 * death is a line of JSON in the output, and until the next start the site's port answers with the reason.
 */
export function runAgainWhenItDies(command, options, settings = {}, { firstMs = 1000, longestMs = 30_000 } = {}) {
  let child
  let deaths = 0
  let pause
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      isStopping = true
      if (pause) process.exit(0)
      child.kill(signal)
    })
  }
  start()

  function start() {
    pause = undefined
    const started = Date.now()
    child = spawn(command, options, { stdio: 'inherit', cwd: ROOT, ...settings })
    child.on('error', (error) => {
      console.error(error.message)
      process.exit(1)
    })
    child.on('exit', (code, signal) => {
      if (code === 0) process.exit(0)
      if (isStopping || code === EXIT_MISCONFIGURED) process.exit(1)
      deaths = Date.now() - started > RECOVERED_AFTER_MS ? 1 : deaths + 1
      const inMs = Math.min(firstMs * 2 ** Math.min(deaths - 1, 30), longestMs)
      const event = 'died, starts again'
      console.log(JSON.stringify({ at: new Date().toISOString(), event, code, signal, deaths, inMs }))
      const release = answerWhileDown(
        `died ${deaths} times without a minute of life, last by ${signal ?? `exit code ${code}`}`,
        inMs,
      )
      pause = setTimeout(() => release(start), inMs)
    })
  }
}

/**
 * Answers 503 at the site's port, with the reason at /readyz; returns a function that stops it and then calls back. If the port is
 * taken, it does nothing.
 */
function answerWhileDown(why, forMs) {
  const server = createServer((request, response) => {
    const isReadiness = request.url === '/readyz'
    response.writeHead(503, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(Math.ceil(forMs / 1000)),
      connection: 'close',
    })
    response.end(isReadiness ? `not ready: ${why}\n` : 'The site is starting again. Please try again in a moment.\n')
  })
  server.on('error', () => {})
  server.listen(Number(process.env.PORT) || 3000, process.env.HOST || undefined)
  return (done) => {
    if (!server.listening) return done()
    server.close(done)
    server.closeAllConnections()
  }
}

async function runOrThrow(message, command, options, settings) {
  if ((await run(command, options, settings)) !== 0) throw new Error(message)
}

function production() {
  return { env: { ...process.env, NODE_ENV: 'production' } }
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesOf(source)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  try {
    const names = readdirSync(path, { withFileTypes: true, recursive: true })
    return names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort()
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
