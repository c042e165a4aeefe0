// `npm run import -- fleet.csv --company <id>`: brings a company's own fleet in. See docs/fleet-import.md.
import { enterProject, installWhereNeeded, runUntilItEnds, siteNode } from './steps.mjs'

try {
  const from = process.env.INIT_CWD ?? process.cwd()
  enterProject()
  await installWhereNeeded()
  const options = ['scripts/data/import-fleet.ts', ...process.argv.slice(2)]
  runUntilItEnds(siteNode(), options, { env: { ...process.env, INIT_CWD: from } })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
