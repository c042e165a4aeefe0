// `npm run test:containers`: builds deploy/Dockerfile, starts deploy/compose.yaml and deploy/kubernetes, and walks through what runs.
import { enterProject, installWhereNeeded, run, siteNode } from './steps.mjs'

enterProject()
await installWhereNeeded()
process.exit(
  await run(siteNode(), ['--import', './scripts/tsx-hooks.mjs', 'tests/containers/main.ts', ...process.argv.slice(2)]),
)
