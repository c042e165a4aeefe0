import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { readConfig } from '#app/config.ts'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { DAY_MS, MINUTE_MS } from '#app/rules/time/durations.ts'
import type { Site } from '#app/site.ts'

// node scripts/pictures/dictionaries.ts <build>: writes, for each language, a page of a vehicle and two of results of the demonstration, without
// and with days, as the built site renders them, into one file: what other pages share with them need not be sent again (issue 21, B; RFC 9842).
const [build = 'build'] = process.argv.slice(2)
const ORIGIN = 'http://localhost'
/** When the demonstration's vehicles are rented. */
const [FROM_DAY, TO_DAY] = [30, 34]
const HASH_LETTERS = 8
/** A build must not wait without end for what it can do without. */
const MOST_MS = 5 * MINUTE_MS
const dataDir = mkdtempSync(join(tmpdir(), 'savari-dictionaries-'))

try {
  await writeDictionaries(join(build, 'client', 'assets'))
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0)

async function writeDictionaries(assets: string) {
  for (const file of readdirSync(assets)) if (/^shared-.*\.dict/.test(file)) rmSync(join(assets, file))
  const site = await openSite()
  try {
    await Promise.race([writeAll(site, assets), endOfTime()])
  } finally {
    await site.close()
  }
}

async function endOfTime() {
  await sleep(MOST_MS, undefined, { ref: false })
  throw new Error('The pages took too long.')
}

async function writeAll(site: Site, assets: string) {
  for (const language of LANGUAGES) {
    const results = await pageOf(site, language, `/rent/car?city=1061&${query()}`)
    const [vehicle] = /\/book\/car\/\d+/.exec(results) ?? []
    if (!vehicle) throw new Error(`The results in ${language} have no vehicle.`)
    const pages = [`${vehicle}/${inDays(FROM_DAY)}/${inDays(TO_DAY)}`, '/rent/car?city=1061']
    const others = await Promise.all(pages.map((path) => pageOf(site, language, path)))
    // The most likely page is last: zstd refers to what is near in fewer bytes.
    const shared = others.join('') + results
    const name = `shared-${language}-${hash('sha256', shared, 'base64url').replaceAll(/[-_]/g, '').slice(0, HASH_LETTERS)}.dict`
    writeFileSync(join(assets, name), shared)
  }
}

/** The built site with a demonstration of its own; nothing of this machine's settings applies. */
async function openSite(): Promise<Site> {
  const config = readConfig({ MODE: 'demonstration', DATA_DIR: dataDir, BANK_PORT: '0', ORIGIN })
  const { createSite } = await import(pathToFileURL(resolve(build, 'server', 'index.js')).href)
  return createSite({ config, log: () => {} })
}

async function pageOf(site: Site, language: Language, path: string): Promise<string> {
  const arrival = { origin: ORIGIN, language, requestId: 'build', clientAddress: '127.0.0.1' }
  const answer = await site.handle(new Request(ORIGIN + pathIn(language, path)), arrival)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`)
  return answer.text()
}

function query(): string {
  return `start_date=${inDays(FROM_DAY)}&start_time=10:00&end_date=${inDays(TO_DAY)}&end_time=10:00`
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
}
