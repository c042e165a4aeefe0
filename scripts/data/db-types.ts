import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'

// `npm run db:types`: migrates an empty database of its own and writes its types to app/db/connection/schema.ts (.kysely-codegenrc.json).
const dataDir = mkdtempSync(join(tmpdir(), 'savari-types-'))
const { db, url, close } = await openDatabase({ dataDir, log: () => {} })
try {
  await migrateToLatest(db, () => {})
  run('node_modules/kysely-codegen/dist/cli/bin.js', ['--url', url])
  run('node_modules/@biomejs/biome/bin/biome', ['format', '--write', 'app/db/connection/schema.ts'])
} finally {
  await close()
  rmSync(dataDir, { recursive: true, force: true })
}

function run(script: string, options: string[]) {
  // The generator cannot parse with TypeScript 7 and warns about each type expression, which it then copies unchanged.
  const { status, stderr } = spawnSync(process.execPath, [script, ...options], { stdio: ['ignore', 'inherit', 'pipe'] })
  if (status !== 0) throw new Error(`${script} failed:\n${stderr}`)
}
