// `npm run test:cluster`: the product on many machines (as processes of this one), and what becomes of its work when some are lost.
import { buildWhereNeeded, enterProject, installWhereNeeded, run, siteNode } from './steps.mjs'

enterProject()
await installWhereNeeded()
await buildWhereNeeded()
process.exit(
  await run(siteNode(), ['--import', './scripts/tsx-hooks.mjs', 'tests/cluster/main.ts', ...process.argv.slice(2)], {
    env: { ...process.env, NODE_ENV: 'production' },
  }),
)
