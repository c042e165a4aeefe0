import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { generateX25519Identity } from 'age-encryption'
import { sql } from 'kysely'
import { openDatabase } from '#app/db/connection/connection.ts'
import { freePort } from '../../support/server/process/free-port.ts'
import { logLines } from '../../support/server/process/log-lines.ts'
import { startSiteProcess } from '../../support/server/process/site-process.ts'

test.setTimeout(420_000)

const POLL = { timeout: 180_000 }

test('a site with BACKUP_TO writes a backup by itself when its time comes, and then one is tried', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'savari-backups-'))
  const port = String(await freePort())
  const key = await generateX25519Identity()
  const site = await startSiteProcess({ BACKUP_TO: folder, BACKUP_KEY: key, METRICS_PORT: port })
  const { db, close } = await openDatabase({ dataDir: site.dataDir, log: () => {} })
  try {
    const { rows } = await sql`select name, cron, timezone from pgboss.schedule where name in ('back-up', 'try-backup')
      order by name`.execute(db)
    expect(rows).toEqual([
      { name: 'back-up', cron: '0 3 * * *', timezone: 'Asia/Tehran' },
      { name: 'try-backup', cron: '0 5 1 * *', timezone: 'Asia/Tehran' },
    ])
    // Only the time is made sooner: what fires, and what it starts, is the site's own.
    await sql`update pgboss.schedule set cron = '* * * * *' where name = 'back-up'`.execute(db)
    await expect.poll(() => readdirSync(folder).length, POLL).toBe(1)
    await expect.poll(() => lastRuns('BACKUP'), POLL).toEqual([true])
    await sql`update pgboss.schedule set cron = case name when 'back-up' then '0 3 * * *' else '* * * * *' end`.execute(
      db,
    )
    await expect.poll(() => lastRuns('DRILL'), POLL).toContain(true)
    const said = logLines(site.output()).map(({ message }) => String(message))
    expect(said.some((line) => line.startsWith('backup: '))).toBe(true)
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), POLL)
      .toMatch(/savari_backup_age_seconds\{kind="DRILL"\} \d/)
    expect(site.output()).not.toContain('"event":"error"')
  } finally {
    await close()
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }

  async function lastRuns(kind: 'BACKUP' | 'DRILL') {
    const runs = await db.selectFrom('backup_run').select('succeeded').where('kind', '=', kind).limit(1).execute()
    return runs.map(({ succeeded }) => succeeded)
  }
})
