// `npm run house`: draws the picture of the rooms, and prints what anybody may hold against the code, as places to look.
import { enterProject, installWhereNeeded, run, siteNode } from './steps.mjs'

enterProject()
await installWhereNeeded()
await run(siteNode(), ['scripts/checks/architecture.ts', '--write'])
process.exitCode = await run(siteNode(), ['scripts/checks/house.ts'])
