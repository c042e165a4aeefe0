// `npm run restore -- --from <backup> --to postgres://…`: restores a backup beside the old database and checks it. See docs/backup.md.
import { enterProject, installWhereNeeded, runUntilItEnds, siteNode } from './steps.mjs'

try {
  const from = process.env.INIT_CWD ?? process.cwd()
  enterProject()
  await installWhereNeeded()
  const options = ['scripts/data/restore.ts', ...process.argv.slice(2)]
  runUntilItEnds(siteNode(), options, { env: { ...process.env, INIT_CWD: from } })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
