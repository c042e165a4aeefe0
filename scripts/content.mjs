// `npm run content -- import ./content`: brings the texts of a folder into the database. See docs/decisions/content-is-files.md.
import { enterProject, installWhereNeeded, runUntilItEnds, siteNode } from './steps.mjs'

try {
  const from = process.env.INIT_CWD ?? process.cwd()
  enterProject()
  await installWhereNeeded()
  const options = ['scripts/data/import-content.ts', ...process.argv.slice(2)]
  runUntilItEnds(siteNode(), options, { env: { ...process.env, INIT_CWD: from } })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
