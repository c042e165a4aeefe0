// `npm start`: installs packages, checks the settings, builds if sources changed, runs the site, and restarts it when it dies.
// `--dev` runs it from its sources.
import {
  buildWhereNeeded,
  commitOfCheckout,
  enterProject,
  installWhereNeeded,
  layBaseMap,
  layPictures,
  run,
  runAgainWhenItDies,
  runUntilItEnds,
  siteNode,
} from './steps.mjs'

const isDevelopment = process.argv.includes('--dev')

try {
  await start()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

async function start() {
  enterProject()
  await installWhereNeeded()
  const node = siteNode()
  const env = environment()
  env.COMMIT ||= await commitOfCheckout()
  // Settings first: an error in them is reported at once, not after a build.
  if ((await run(node, ['scripts/checks/check-config.ts'], { env })) !== 0) process.exit(1)
  if (isDevelopment) {
    await layPictures('node_modules/.cache/development')
    await layBaseMap('node_modules/.cache')
    return runUntilItEnds(node, ['--conditions=development', 'app/server.ts'], { env })
  }
  await buildWhereNeeded()
  runAgainWhenItDies(node, ['--enable-source-maps', 'app/server.ts'], { env })
}

/** NODE_ENV is `production` in a demonstration, too, because React is faster then; MODE decides which rules apply. */
function environment() {
  if (isDevelopment) return { ...process.env, MODE: 'development', NODE_ENV: 'development' }
  const mode = process.env.MODE || (process.env.NODE_ENV === 'production' ? 'production' : 'demonstration')
  return { ...process.env, MODE: mode, NODE_ENV: 'production' }
}
