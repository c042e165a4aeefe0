// `npm run house`: what anybody may hold against the code, as places to look.
import { enterProject, installWhereNeeded, run, siteNode } from './steps.mjs'

enterProject()
await installWhereNeeded()
process.exitCode = await run(siteNode(), ['scripts/house.ts'])
