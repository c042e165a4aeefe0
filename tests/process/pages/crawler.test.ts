import { expect, test } from '@playwright/test'
import { type ConfigData, HtmlValidate } from 'html-validate'
import { languageOf, pathIn } from '#app/i18n/language.ts'
import { LANGUAGES, type Language, LOCALE_TAGS } from '#app/rules/constants.ts'
import { IS_WHOLE } from '../../support/browser/matrix.ts'
import { type CrawledPage, forEachOf, readPage, readSitemap } from '../../support/crawler/read-page.ts'
import { structuredDataErrors } from '../../support/crawler/structured-data-errors.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'

/** A few of the similar pages of vehicles and of months in a city; the whole matrix visits all of them. */
const SOME = IS_WHOLE ? Number.POSITIVE_INFINITY : 2
/** The whole matrix crawls all languages; the addresses that pages name in the others are compared with the sitemaps. */
const CRAWLED: readonly Language[] = IS_WHOLE ? LANGUAGES : ['fa', 'en']
const AT_ONCE = 3
const MOST_CLICKS = 3
/** Longer ones are cut in search results, and shorter ones say too little. */
const DESCRIPTION = { least: 30, most: 220 }
const UNKNOWN = [
  '/city/Atlantis',
  '/city/Atlantis/car',
  '/city/Kish/boat',
  '/city/Kish/car/spring',
  '/companies/nobody',
  '/pages/nothing',
  '/book/car/999999',
  '/rent/boat',
  '/no-such-page',
]

/** Pages that are not indexed must be valid, too. */
const NOT_KEPT = [
  '/rent/car?city=Kish&types=suv&ordering=cheapest',
  '/rent/car?city=Kish&brands=nothing',
  '/compare?ids=62&ids=367',
  '/favourites',
  '/book/car/62/places',
  '/city/kish/map',
  '/companies/marjan-rent/map',
  '/companies?city=Kish',
  '/pages/help?q=deposit',
  '/pages/help?q=nothing+at+all',
  '/pages/contact/whatsapp',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/blog?tag=nothing',
  '/login?returnUrl=%2Fdesk',
  '/payment',
  '/offline',
  '/status',
  '/no-such-page',
]

/** The HTML standard's rules without the validator's style rules. */
const RULES: ConfigData = { extends: ['html-validate:standard'] }

const listed = new Map<string, string | undefined>()
const crawled = new Map<string, CrawledPage>()
const isVehicle = (address: string) => /\/book\//.test(address)
const isMonth = (address: string) => /\/city\/[^/]+\/\w+\/[^/]/.test(address)

let site: SiteProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  // A site of its own: vehicles that other tests make at the same time would be in only some of the sitemaps.
  site = await startSiteProcess()
})
test.afterAll(() => site?.stop())

test('a crawler finds every public page and no errors', async () => {
  test.setTimeout(600_000)
  const { origin } = site
  await test.step('sitemaps list every page once in each language, with the date of its last change', () =>
    readSitemaps(origin))
  await test.step('every listed page may be indexed and names its other languages', () => crawlListedPages(origin))
  await test.step('every page has its own title and description', () => compareTitles())
  await test.step('no link is dead, and every page that may be indexed is listed', () => followLinks(origin))
  await test.step('every page except those of single vehicles is at most three clicks from the home page', () =>
    countClicks(origin))
  await test.step('the HTML of each kind of page is valid', () => validateHtml(origin))
})

async function readSitemaps(origin: string) {
  const maps = await readSitemap(`${origin}/sitemap.xml`)
  expect(maps.map(({ address }) => address)).toContain(`${origin}/sitemaps/de-pages.xml`)
  const counts = new Map<string, number>()
  for (const map of maps) {
    const pages = await readSitemap(map.address)
    for (const { address, updated } of pages) {
      expect(listed.has(address), `${address} is listed twice`).toBe(false)
      if (updated) expect(updated).toMatch(/^20\d\d-\d\d-\d\d$/)
      listed.set(address, updated)
    }
    const kind = map.address.replace(/.*\/[a-z]{2}-/, '')
    counts.set(`${kind} ${pages.length}`, (counts.get(`${kind} ${pages.length}`) ?? 0) + 1)
  }
  // Each language has the same number.
  expect(new Set(counts.values())).toEqual(new Set([LANGUAGES.length]))
  const robots = await (await fetch(`${origin}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
}

async function crawlListedPages(origin: string) {
  const some = new Set(
    CRAWLED.flatMap((language) =>
      [isVehicle, isMonth].flatMap((isAlike) =>
        [...listed.keys()]
          .filter((address) => isAlike(address) && languageIn(address, origin) === language)
          .slice(0, SOME),
      ),
    ),
  )
  const addresses = [...listed.keys()].filter(
    (address) =>
      CRAWLED.includes(languageIn(address, origin)) && (!(isVehicle(address) || isMonth(address)) || some.has(address)),
  )
  await forEachOf(addresses, AT_ONCE, async (address) => {
    crawled.set(address, await readPage(address))
  })
  const errors: string[] = []
  for (const page of crawled.values()) {
    const language = languageIn(page.address, origin)
    const say = (isRight: boolean, what: string) => isRight || errors.push(`${decodeURI(page.address)}: ${what}`)
    say(page.status === 200, `status ${page.status} ${page.location ?? ''}`)
    if (page.status !== 200) continue
    say(page.canonical.length === 1 && same(page.canonical[0], page.address), `canonical ${page.canonical}`)
    say(page.robots.length === 0, `robots ${page.robots}`)
    say(page.lang === LOCALE_TAGS[language], `lang ${page.lang}`)
    say(page.headings === 1, `${page.headings} h1`)
    say(Object.keys(page.alternates).sort().join() === [...LANGUAGES, 'x-default'].sort().join(), 'alternates lack')
    say(same(page.alternates[language], page.address), `is not its own ${language}`)
    say(page.alternates['x-default'] === page.alternates.fa, 'x-default is not Persian')
    for (const other of Object.values(page.alternates)) {
      say(has(listed, other), `alternate ${other} is not listed`)
      const there = crawled.get(other)
      if (there) say(JSON.stringify(there.alternates) === JSON.stringify(page.alternates), `${other} names others`)
    }
    const isOfBlog = /\/blog(\/|\?|$)/.test(page.address)
    say(
      !isOfBlog || /"og:image" content="[^"]+\/share\/post\/[^"]+"/.test(page.html),
      'has no picture for shared links',
    )
    const { length } = page.description
    say(length >= DESCRIPTION.least && length <= DESCRIPTION.most, `description of ${length}: ${page.description}`)
    for (const thing of page.structuredData) for (const error of structuredDataErrors(thing)) say(false, error)
  }
  expect.soft(errors.slice(0, 40)).toEqual([])
}

function compareTitles() {
  for (const language of CRAWLED) {
    const pages = [...crawled.values()].filter(({ lang }) => lang === LOCALE_TAGS[language])
    for (const of of ['title', 'description'] as const) {
      const groups = Map.groupBy(pages, (page) => page[of])
      const repeated = [...groups].filter(([, same]) => same.length > 1)
      expect.soft(repeated.map(([text, same]) => [text, same.map(({ address }) => decodeURI(address))])).toEqual([])
    }
  }
}

async function followLinks(origin: string) {
  // Links that differ only in vehicle, month, dates or query are of the same kind.
  const kinds = new Map<string, { link: string; from: string }>()
  for (const { links, address } of crawled.values()) {
    for (const link of links) {
      const kind = link
        .replace(/=[^&]*/g, '')
        .replace(/\d{4}-\d\d-\d\d/g, 'date')
        .replace(/\/\d+(?=[/?]|$)/, '/id')
        .replace(/\/city\/[^/]+(\/\w+\/)[^/?]+/, '/city/…$1month')
      const isLeftOut = has(listed, link) && !CRAWLED.includes(languageIn(link, origin))
      if (!crawled.has(link) && !isLeftOut && !kinds.has(kind)) kinds.set(kind, { link, from: address })
    }
  }
  const errors: string[] = []
  await forEachOf([...kinds.values()], AT_ONCE, async ({ link, from }) => {
    const page = await readPage(link)
    if (page.status >= 400) errors.push(`${page.status} ${decodeURI(link)} on ${decodeURI(from)}`)
    const [canonical] = page.canonical
    const isKept = page.status === 200 && page.html.startsWith('<!DOCTYPE html>') && page.robots.length === 0
    if (isKept && canonical && !has(listed, canonical)) errors.push(`${decodeURI(link)} is kept but not listed`)
  })
  expect.soft(kinds.size).toBeGreaterThan(50)
  expect.soft(errors.slice(0, 40)).toEqual([])
  for (const language of CRAWLED) {
    for (const path of UNKNOWN) {
      const page = await readPage(origin + pathIn(language, path))
      expect.soft([page.status, page.robots.length], page.address).toEqual([404, 1])
    }
  }
}

function countClicks(origin: string) {
  for (const language of CRAWLED) {
    const home = origin + pathIn(language, '/')
    const clicks = new Map([[home, 0]])
    for (const [address, depth] of clicks) {
      for (const link of crawled.get(address)?.links ?? []) if (!clicks.has(link)) clicks.set(link, depth + 1)
    }
    const mine = [...listed.keys()].filter((one) => languageIn(one, origin) === language && !isVehicle(one))
    const far = mine.filter((address) => (clicks.get(address) ?? Number.POSITIVE_INFINITY) > MOST_CLICKS)
    expect.soft(far.map((address) => decodeURI(address))).toEqual([])
  }
}

/** In the sample each kind of page is validated in one language, and the languages take turns. */
async function validateHtml(origin: string) {
  const validator = new HtmlValidate(RULES)
  const [start, end] = [9, 12].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
  const others = [...NOT_KEPT, `/book/car/62/${start}/${end}`].flatMap((path, nth) =>
    (IS_WHOLE ? LANGUAGES : [inTurn(LANGUAGES, nth)]).map((language) => origin + pathIn(language, path)),
  )
  const notKept: CrawledPage[] = []
  await forEachOf(others, AT_ONCE, async (address) => {
    const page = await readPage(address)
    const whole = page.location ? await readPage(new URL(page.location, address).href) : page
    expect.soft(whole.status, whole.address).toBeLessThan(500)
    notKept.push(whole)
  })
  const kinds = Map.groupBy([...crawled.values(), ...notKept], (page) => templateOf(page.address))
  const some = [...kinds.values()].flatMap((pages, nth) => {
    const inEach = [...Map.groupBy(pages, ({ lang }) => lang).values()].flatMap(([first]) => first ?? [])
    return IS_WHOLE ? inEach : [inTurn(inEach, nth)]
  })
  const errors: string[] = []
  for (const page of some) {
    const report = await validator.validateString(page.html)
    const messages = report.results.flatMap(({ messages }) => messages)
    for (const { ruleId, message } of messages)
      errors.push(`${templateOf(page.address)} ${page.lang}: ${ruleId}: ${message}`)
  }
  expect.soft(kinds.size).toBeGreaterThanOrEqual(10 + NOT_KEPT.length)
  expect.soft(some.length).toBeGreaterThanOrEqual((IS_WHOLE ? LANGUAGES.length : 1) * (10 + NOT_KEPT.length))
  expect.soft([...new Set(errors)].slice(0, 60)).toEqual([])
}

function inTurn<T>(all: readonly T[], nth: number): T {
  return all[nth % all.length] as T
}

/** The kind of the page at an address, such as `/city/…`. */
function templateOf(address: string): string {
  const { pathname, search } = new URL(address)
  const [, first = '', ...rest] = languageOf(pathname).rest.split('/')
  return `/${first}${'/…'.repeat(rest.length)}${search && '?…'}`
}

function languageIn(address: string, origin: string) {
  return languageOf(address.slice(origin.length) || '/').language
}

/** The Persian home page is written with and without its slash. */
function same(one: string | undefined, other: string): boolean {
  return one !== undefined && new URL(one).href === new URL(other).href
}

function has(addresses: ReadonlyMap<string, unknown>, address: string): boolean {
  return addresses.has(address) || addresses.has(new URL(address).href)
}
