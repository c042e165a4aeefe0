import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'

test.setTimeout(240_000)
test.describe.configure({ mode: 'default' })

const run = promisify(execFile)
const CLIENT_BYTES = 12_000
const folder = mkdtempSync(join(tmpdir(), 'savari-client-'))
let site: SiteProcess

test.beforeAll(async () => {
  test.setTimeout(240_000)
  await run(process.execPath, ['scripts/client.mjs'])
  site = await startSiteProcess()
})

test.afterAll(async () => {
  await site?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a script in the empty project, with the address of the started site. */
async function runHere(script: string): Promise<string> {
  writeFileSync(join(folder, 'script.mjs'), script)
  const env = { PATH: process.env.PATH, SAVARI_URL: `${site.origin}/api` }
  const { stdout } = await run(process.execPath, ['script.mjs'], { cwd: folder, env })
  return stdout
}

test('the packed client works in an empty project: its README’s first lines book and pay', async () => {
  await run('npm', ['pack', '--pack-destination', folder, resolve('packages/client')], { cwd: folder })
  const [packed = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], { cwd: folder })
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync('packages/client/README.md', 'utf8')) ?? []
  expect(example.trim().split('\n').length).toBeLessThanOrEqual(35)
  expect(await runHere(example)).toMatch(/^.+: [\d.]+ EUR\nSV-\S+: CONFIRMED, [\d.]+ EUR paid\n$/)
})

test('it reads pages, and knows the refusals of the API', async () => {
  const output = await runHere(`
    import { ApiError, createClient, iterate } from '@savari/client'
    const client = createClient({ url: process.env.SAVARI_URL, language: 'en' })
    const first = await client.ads.index({ size: 7 })
    let found = 0
    for await (const { id } of iterate(client.ads.index, { size: 90 })) found += id > 0 ? 1 : 0
    const refused = await client.ads.read({ id: 2_000_000_000 }).catch((error) => error)
    const wrong = await client.reservations.offers({ start_date: 'x', end_date: 'y' }).catch((error) => error)
    console.log(JSON.stringify([first.count === found, refused instanceof ApiError, refused.type, Object.keys(wrong.fields).sort()]))
  `)
  expect(JSON.parse(output)).toEqual([true, true, 'NOT_FOUND', ['end_date', 'start_date']])
})

test('its scripts have at most 12 kB, compressed by Brotli', () => {
  const files = readdirSync('packages/client/build', { recursive: true, encoding: 'utf8' })
  const scripts = files
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join('packages/client/build', name)))
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.reduce((sum, bytes) => sum + brotliCompressSync(bytes).length, 0)).toBeLessThanOrEqual(CLIENT_BYTES)
})
