// `npm run bench`: the numbers of the running product beside their budgets.
import { buildWhereNeeded, enterProject, installWhereNeeded, run, siteNode } from './steps.mjs'

enterProject()
await installWhereNeeded()
await buildWhereNeeded()
process.exit(
  await run(siteNode(), ['--import', './scripts/tsx-hooks.mjs', 'tests/bench/main.ts', ...process.argv.slice(2)], {
    env: { ...process.env, NODE_ENV: 'production' },
  }),
)
