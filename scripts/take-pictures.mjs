// `npm run pictures`: takes the README's pictures anew from the running product.
import { buildWhereNeeded, enterProject, installWhereNeeded, run, siteNode } from './steps.mjs'

enterProject()
await installWhereNeeded()
await buildWhereNeeded()
process.exit(await run(siteNode(), ['scripts/pictures/take-pictures.ts']))
