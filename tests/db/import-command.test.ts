import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../support/server/database/database.ts'

const { db, url } = await testDatabase({ demo: true })
const folder = mkdtempSync(join(tmpdir(), 'savari-fleet-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs what `npm run import` runs, from `folder`. */
function importCommand(...options: string[]): Promise<{ code: number | null; out: string; errors: string }> {
  const env = { ...process.env, DATABASE_URL: url.replace('@/', '@localhost/'), INIT_CWD: folder, MODE: 'test' }
  const child = spawn(process.execPath, ['scripts/data/import-fleet.ts', ...options], { env })
  let out = ''
  let errors = ''
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    errors += text
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, errors })))
}

const HEADING = 'reference,brand,model,type,colour,year,gearbox,fuel,seats,price_1,trust_type,pictures'

test('a valid file is imported, its pictures are left to the site, and the exit code says so', async () => {
  writeFileSync(join(folder, 'front.jpg'), 'looked at later')
  const row = 'C-1,Kia,Cerato,sedan,white,2019,automatic,petrol,5,3150000,deposit_free,front.jpg'
  writeFileSync(join(folder, 'fleet.csv'), `${HEADING}\n${row}\n`)
  const { code, out, errors } = await importCommand('fleet.csv', '--company', '12')
  expect(errors).toBe('1 row read, 0 invalid\n')
  expect(out).toMatch(
    /^Imported in \d\.\d s: 1 new, 0 changed, 0 unchanged\.\nPictures that the site will now process: 1\.\n$/,
  )
  expect(code).toBe(0)
  const { rows } = await sql`select data from pgboss.job where name = 'process-photo'`.execute(db)
  expect(rows).toEqual([{ data: { photoId: expect.any(Number) } }])
})

test('an invalid file is refused in the requested language', async () => {
  writeFileSync(
    join(folder, 'invalid.csv'),
    `${HEADING}\nC-2,Kia,Cerato,sedan,white,2019,automatic,petrol,پنج,3150000,deposit_free,\n`,
  )
  const { code, out, errors } = await importCommand('invalid.csv', '--company', '12', '--language', 'fa')
  expect(errors).toContain('سطر ۲، ستون ۹ (seats): «پنج» عدد نیست.')
  expect(out).toContain('هیچ چیز وارد نشد')
  expect(code).toBe(1)
})

test('a missing argument is reported in one line', async () => {
  writeFileSync(join(folder, 'fleet.csv'), HEADING)
  expect(await importCommand('fleet.csv')).toMatchObject({ code: 1, errors: expect.stringContaining('--company <id>') })
  expect(await importCommand('none.csv', '--company', '12')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('no file'),
  })
  expect(await importCommand('fleet.csv', '--company', '999')).toMatchObject({
    code: 1,
    errors: 'There is no company with the id 999.\n',
  })
})
