// `npm run check`: types, style, import rules, the picture of the rooms, unused exports, the lock file, the client for programs. Each check prints one line; a failed one prints why.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bin, capture, enterProject, installWhereNeeded, siteNode } from './steps.mjs'

const CHECKS = [
  { name: 'types', run: checkTypes },
  { name: 'style', run: () => tool('biome', 'check', '--diagnostic-level=warn', '.') },
  { name: 'import rules', run: () => capture(siteNode(), ['scripts/checks/import-rules.ts']) },
  { name: 'picture of the rooms', run: () => capture(siteNode(), ['scripts/checks/architecture.ts']) },
  { name: 'unused exports', run: () => capture(siteNode(), ['scripts/checks/unused-exports.ts']) },
  { name: 'lock file', run: checkLockFile },
  { name: 'client', run: () => tool('tsc', '--noEmit', '-p', 'packages/client/tsconfig.json') },
]

/** The incremental state of the type check: with it a check takes a tenth of the time. */
const TYPES_CACHE = 'node_modules/.cache/types.tsbuildinfo'

/** Runs every check; returns how many passed and failed. */
export async function checkAll() {
  let passed = 0
  for (const { name, run } of CHECKS) {
    const { code, output } = await run()
    if (code === 0) passed++
    else console.error(output.trimEnd())
    console.log(`${code === 0 ? '✓' : '✗'} check: ${name}`)
  }
  return { passed, failed: CHECKS.length - passed }
}

async function checkTypes() {
  // React Router's types first: typegen empties the folder, which has the messages' types, too.
  // The build beside it fills the folder again, so that emptying it may fail once.
  let routes = await tool('react-router', 'typegen')
  if (routes.code !== 0) routes = await tool('react-router', 'typegen')
  if (routes.code !== 0) return routes
  // Tests import the client, whose calls are made of the contract.
  const client = await capture(siteNode(), ['scripts/client/generate.ts'])
  if (client.code !== 0) return client
  const written = await capture(siteNode(), ['scripts/checks/write-types.ts'])
  return written.code === 0 ? tool('tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', TYPES_CACHE) : written
}

/** Checks that the lock file has all optional packages for other systems: without one, `npm ci` fails on that system. */
function checkLockFile() {
  const packages = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !(packages[join(path, 'node_modules', name)] ?? packages[`node_modules/${name}`])?.version)
      .map((name) => `${path || 'the project'} → ${name} is missing`),
  )
  return { code: missing.length ? 1 : 0, output: missing.join('\n') }
}

function tool(name, ...options) {
  const command = bin(name)
  // Biome's command is a script that starts a binary; all others are scripts, too.
  return capture(siteNode(), [command, ...options])
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  enterProject()
  await installWhereNeeded()
  const { failed } = await checkAll()
  process.exitCode = failed ? 1 : 0
}
