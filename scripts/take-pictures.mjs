// `npm run pictures`: takes the README's pictures again from the running product.
import { buildWhereNeeded, enterProject, installWhereNeeded, run, siteNode } from './steps.mjs'

enterProject()
await installWhereNeeded()
await buildWhereNeeded()
process.exit(await run(siteNode(), ['scripts/pictures/take-pictures.ts']))
