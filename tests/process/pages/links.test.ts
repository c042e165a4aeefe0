import { type APIRequestContext, expect, test } from '@playwright/test'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { IS_WHOLE } from '../../support/browser/matrix.ts'

const TODAY = dateIn('Asia/Tehran', new Date())
const DATES = `/${addDays(TODAY, 9)}/${addDays(TODAY, 12)}`
/** Pages whose links are followed; of similar pages (every vehicle, every filter) one is enough. */
const SEEDS = [
  ...['/', '/rent/car', '/rent/motor', '/rent/car/monthly', '/landing/cars', '/compare?ids=1,2', '/voucher', '/login'],
  ...['/pages/terms', '/pages/policy', '/book/car/62', `/book/car/62${DATES}`, '/no-such-page', '/payment'],
  ...['/companies', '/companies/marjan-rent', '/city', '/city/kish', '/city/kish/car', '/city/kish/motor/april'],
  ...['/blog', '/pages/help', '/pages/help?q=deposit', '/pages/complaints', '/pages/about-us'],
]
/** The crawler follows the links of every listed page in all languages; these are the other pages. */
const FOLLOWED: readonly Language[] = IS_WHOLE ? LANGUAGES : ['de']
const pathIn = (language: Language, path: string) =>
  language === 'fa' ? path : `/${language}${path}`.replace(/\/(?=$|\?)/, '')

for (const language of FOLLOWED) {
  test(`every link of these pages in ${language} leads somewhere`, async ({ request, baseURL }) => {
    test.setTimeout(180_000)
    const seen = new Map<string, string>()
    for (const seed of SEEDS) {
      const page = pathIn(language, seed)
      for (const link of await linksOf(request, page, baseURL ?? '')) {
        // The 404 page has links to its other languages, which are 404 as well.
        if (!link.includes('no-such-page') && !seen.has(kindOf(link))) seen.set(kindOf(link), `${link} on ${page}`)
      }
    }
    expect(seen.size).toBeGreaterThan(15)
    const missing = []
    for (const from of seen.values()) {
      const [link = ''] = from.split(' on ')
      const answer = await request.get(link, { maxRedirects: 3 })
      if (answer.status() >= 400) missing.push(`${answer.status()} ${from}`)
    }
    expect(missing).toEqual([])
  })
}

for (const language of LANGUAGES) {
  test(`terms and privacy are complete pages in ${language}, without scripts`, async ({ request }) => {
    for (const slug of ['terms', 'policy']) {
      const answer = await request.get(pathIn(language, `/pages/${slug}`))
      expect(answer.status()).toBe(200)
      const html = await answer.text()
      expect(html).not.toMatch(/<script(?! type="application\/ld)/)
      expect(html.match(/<h2/g)?.length ?? 0).toBeGreaterThan(6)
      const call = await request.get(`/api/pages/${slug}/`, { headers: { 'accept-language': language } })
      const { sections, html: text } = await call.json()
      expect(sections.length).toBeGreaterThan(5)
      expect(text).not.toMatch(/[{}]|undefined/)
    }
  })

  test(`header, footer and home page in ${language} link to finding a reservation`, async ({ request }) => {
    const html = await (await request.get(pathIn(language, '/'))).text()
    const part = (name: string) => new RegExp(`<${name}[ >].*?</${name}>`, 's').exec(html)?.[0]
    for (const name of ['header', 'main', 'footer']) {
      expect(part(name), name).toContain(`href="${pathIn(language, '/voucher')}"`)
    }
  })
}

test('an unknown text page answers 404', async ({ request }) => {
  expect((await request.get('/en/pages/nothing')).status()).toBe(404)
  expect((await request.get('/api/pages/__proto__/')).status()).toBe(404)
})

/** Our own addresses that a page links to, including GET forms. */
async function linksOf(request: APIRequestContext, page: string, origin: string): Promise<string[]> {
  const html = await (await request.get(page)).text()
  const found = html.matchAll(/<(?:a|link)\b[^>]*?\shref="([^"]+)"|<form\b(?![^>]*method=)[^>]*?\saction="([^"]+)"/g)
  return [...found]
    .map(([, href = '', action]) => new URL((action ?? href).replaceAll('&amp;', '&'), origin + page))
    .filter((url) => url.origin === origin && !url.pathname.startsWith('/assets/'))
    .map((url) => url.pathname + url.search)
}

/** Links that differ only in vehicle, dates or query are of the same kind. */
function kindOf(link: string): string {
  return link
    .replace(/\?.*/, '')
    .replace(/\d{4}-\d{2}-\d{2}/g, 'date')
    .replace(/\/\d+(?=\/|$)/, '/id')
}
