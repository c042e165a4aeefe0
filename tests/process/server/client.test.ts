import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { build } from 'vite'
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

test('it is bundled for a browser, and works there on another site that the API names', async ({ page }) => {
  const source = join(folder, 'browser')
  mkdirSync(source)
  const entry = resolve('packages/client/build/index.js')
  writeFileSync(
    join(source, 'index.html'),
    '<!doctype html><title>Client</title><script type="module" src="main.js"></script>',
  )
  writeFileSync(join(source, 'main.js'), `import * as savari from ${JSON.stringify(entry)}\nglobalThis.savari = savari`)
  await build({ root: source, configFile: false, logLevel: 'error', build: { outDir: 'dist', modulePreload: false } })
  const other = await serveFolder(join(source, 'dist'))
  const open = await startSiteProcess({ API_CORS_ORIGINS: other.origin })
  try {
    await page.goto(other.origin)
    const answers = await page.evaluate(async (url) => {
      const { ApiError, createClient, iterate } = globalThis.savari
      const client = createClient({ url, language: 'en' })
      const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
      const time = { start_date: day(40), start_time: '10:00', end_date: day(44), end_time: '10:00' }
      const found = await client.reservations.offers({ city: 'kish', currency: 'EUR', ...time })
      const [offer] = found.results
      const person = { fullname: 'Erika Example', national_id: 'C01X00T47', date_of_birth: '1990-04-05', country: 'DE' }
      const contact = { country_code: '+49', phone: '15123456780', email: 'erika@mail.example' }
      const home = { address: 'Domstraße 1', city: 'Köln', zip_code: '50668' }
      // A POST with a key of the client's own: another site's script asks the API first whether it may send it.
      const rental = { id: offer?.vehicle.id ?? 0, ...time, currency: 'EUR' }
      const held = await client.reservations.reserve({ ...rental, ...person, ...contact, ...home })
      const missing: unknown = await client.ads.read({ id: 2_000_000_000 }).catch((error: unknown) => error)
      let count = 0
      for await (const _ of iterate(client.places.cities, {})) count++
      return { status: held.status, refusal: missing instanceof ApiError && missing.type, hasCities: count > 5 }
    }, `${open.origin}/api`)
    expect(answers).toEqual({ status: 'AWAITING_PAYMENT', refusal: 'NOT_FOUND', hasCities: true })
    // A site that the API does not name reads nothing.
    const closed = await page.evaluate(
      (url) =>
        fetch(`${url}/currency/`).then(
          () => 'read',
          () => 'refused',
        ),
      `${site.origin}/api`,
    )
    expect(closed).toBe('refused')
  } finally {
    await open.stop()
    await other.close()
  }
})

declare global {
  var savari: typeof import('../../../packages/client/src/index.ts')
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Serves the files of a folder, as another site does. */
async function serveFolder(root: string) {
  const server = createServer((request, response) => {
    const path = join(root, request.url === '/' ? 'index.html' : (request.url ?? ''))
    if (!existsSync(path)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(readFileSync(path))
  })
  await new Promise<void>((listening) => void server.listen(0, 'localhost', listening))
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, close: () => new Promise((closed) => server.close(closed)) }
}
