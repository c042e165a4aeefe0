// `npm run house`: draws the picture of the rooms, and prints places in the code that may need work.
import { enterProject, installWhereNeeded, run, siteNode } from './steps.mjs'

enterProject()
await installWhereNeeded()
await run(siteNode(), ['scripts/checks/architecture.ts', '--write'])
process.exitCode = await run(siteNode(), ['scripts/checks/house.ts'])
