// `npm run faults`: what becomes of the product's work when parts of it are killed, hang, or have more to do than they can.
import { buildWhereNeeded, enterProject, installWhereNeeded, run, siteNode } from './steps.mjs'

enterProject()
await installWhereNeeded()
await buildWhereNeeded()
process.exit(
  await run(siteNode(), ['--import', './scripts/tsx-hooks.mjs', 'tests/faults/main.ts', ...process.argv.slice(2)], {
    env: { ...process.env, NODE_ENV: 'production' },
  }),
)
