// `npm run backup`: writes database and files, encrypted, to BACKUP_TO; `-- --drill` tries the newest one. See docs/backup.md.
import { enterProject, installWhereNeeded, runUntilItEnds, siteNode } from './steps.mjs'

try {
  const from = process.env.INIT_CWD ?? process.cwd()
  enterProject()
  await installWhereNeeded()
  const options = ['scripts/data/backup.ts', ...process.argv.slice(2)]
  runUntilItEnds(siteNode(), options, { env: { ...process.env, INIT_CWD: from } })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
