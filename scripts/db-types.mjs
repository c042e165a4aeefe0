// `npm run db:types`: writes the types of the database's tables from its migrations.
import { enterProject, installWhereNeeded, runUntilItEnds, siteNode } from './steps.mjs'

enterProject()
await installWhereNeeded()
runUntilItEnds(siteNode(), ['scripts/data/db-types.ts'])
