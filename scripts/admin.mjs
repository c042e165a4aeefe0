// `npm run admin -- create --phone +49… --name "…"`: makes the first operator of a new installation; `forget-second-factor --phone …` takes a lost one away.
import { enterProject, installWhereNeeded, runUntilItEnds, siteNode } from './steps.mjs'

try {
  enterProject()
  await installWhereNeeded()
  runUntilItEnds(siteNode(), ['scripts/data/make-operator.ts', ...process.argv.slice(2)])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
