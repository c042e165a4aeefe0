// `npm run check:supply`: what the product is made of. Writes an SBOM, checks signatures, licences and install scripts, and reports the number and age
// of the packages. What needs the registry is skipped, in a line of its own, where that does not answer.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { capture, enterProject, installWhereNeeded, siteNode } from './steps.mjs'

const SBOM = 'build/sbom.cdx.json'
const DAY_MS = 86_400_000
/** A registry answers faster one after the other than it refuses many at a time. */
const AT_A_TIME = 4
const AWAY = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|code E50\d/

enterProject()
await installWhereNeeded()
let failed = 0
await report('licences and install scripts', () => capture(siteNode(), ['scripts/checks/supply.ts']))
await report('SBOM', writeSbom)
await report('signatures', checkSignatures)
await report('age', reportAge)
process.exitCode = failed ? 1 : 0

async function report(name, check) {
  const { code, output, skipped } = await check()
  if (code !== 0) failed++
  console.log(`${skipped ? '–' : code === 0 ? '✓' : '✗'} ${name}: ${output.trim()}`)
}

/** CycloneDX, of what runs in production, by npm itself. */
async function writeSbom() {
  const { code, output } = await npm(
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--omit=dev',
    '--package-lock-only',
  )
  if (code !== 0) return { code, output }
  const { specVersion, components } = JSON.parse(output)
  mkdirSync('build', { recursive: true })
  writeFileSync(SBOM, output)
  return { code, output: `${SBOM}, CycloneDX ${specVersion}, ${components.length} packages` }
}

async function checkSignatures() {
  const { code, output } = await npm('audit', 'signatures')
  const lines = output.split('\n').filter((line) => line.trim() && !line.startsWith('npm warn'))
  if (code !== 0 && AWAY.test(output)) return skippedBy(lines.filter((line) => /network request|code/.test(line)))
  return { code, output: lines.join('\n  ') }
}

/** How old our own dependencies are, by when the version in use was published; nothing here fails. */
async function reportAge() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const names = Object.keys({ ...dependencies, ...devDependencies })
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const first = await publishedAt(names[0], locked)
  if (!first) return skippedBy(['the registry does not answer'])
  const ages = []
  const left = [...names]
  const work = async () => {
    for (let name = left.pop(); name; name = left.pop()) {
      const at = await publishedAt(name, locked)
      if (at) ages.push({ name, days: Math.round((Date.now() - at) / DAY_MS) })
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  ages.sort((a, b) => b.days - a.days)
  const median = ages[Math.floor(ages.length / 2)].days
  const oldest = ages.slice(0, 5).map(({ name, days }) => `${name} ${days}`)
  return {
    code: 0,
    output: `${ages.length} of ${names.length} direct packages known, median ${median} days; oldest: ${oldest.join(', ')}`,
  }
}

/** When the locked version of a package was published; undefined where nobody says. */
async function publishedAt(name, locked) {
  const { code, output } = await npm('view', name, 'time', '--json')
  if (code !== 0) return undefined
  try {
    const at = JSON.parse(output)[locked[`node_modules/${name}`]?.version]
    return at && Date.parse(at)
  } catch {
    return undefined
  }
}

function skippedBy(lines) {
  return { code: 0, skipped: true, output: `skipped, ${lines.at(-1) ?? 'no answer'}` }
}

function npm(...options) {
  const path = process.env.npm_execpath
  // `npm run --silent` would silence it, too.
  const settings = { env: { ...process.env, npm_config_loglevel: 'error', npm_config_fetch_retries: '0' } }
  return path ? capture(process.execPath, [path, ...options], settings) : capture('npm', options, settings)
}
