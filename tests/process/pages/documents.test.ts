import { expect, type Page, test } from '@playwright/test'
import { DIRECTIONS, LANGUAGES, type Language, LOCALE_TAGS } from '#app/rules/constants.ts'
import { amountIn } from '../../support/api/amounts.ts'
import { freeVehicle } from '../../support/api/booking.ts'
import { IS_WHOLE } from '../../support/browser/matrix.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeVehicle } from '../../support/server/own-fleet.ts'

/** Currencies of schema.org must be ISO 4217, which has no toman. */
const RIAL_A_TOMAN = 10

test.use({ javaScriptEnabled: false })

const INDEXED = [
  '/',
  '/rent/car',
  '/rent/motor',
  '/rent/car/monthly',
  '/book/car/62',
  '/landing/cars',
  '/voucher',
  '/pages/terms',
  '/pages/about-us',
  '/pages/complaints',
  '/pages/help',
  '/pages/help/deposit',
  '/blog',
  '/blog?tag=kish',
  '/blog/kish-in-two-days',
  '/companies',
  '/companies/marjan-rent',
  '/city',
]
const NOT_INDEXED = [
  '/rent/car?types=suv',
  '/rent/motor?ordering=cheapest',
  '/rent/car?city=Kish&page=2',
  '/compare?ids=62&ids=367',
  '/companies?city=Kish',
  '/pages/help?q=deposit',
]
const KISH = {
  fa: encodeURI('/city/کیش/car'),
  en: '/city/Kish/car',
  ar: encodeURI('/city/كيش/car'),
  tr: encodeURI('/city/Kiş/car'),
  de: '/city/Kish/car',
}
const UNKNOWN = [
  '/no-such-page',
  '/rent/boat',
  '/RENT/car',
  '/desk/Reservations',
  '/book/car/999999',
  '/book/boat/62',
  '/book/car/sixty-two',
  `/voucher/${'x'.repeat(22)}`,
  `/payment?id=${'x'.repeat(22)}`,
  '/compare/62',
  '/companies/no-such-company',
  '/city/Atlantis',
  '/city/Kish/boat',
  '/city/Kish/car/spring',
  '/blog/nothing',
  '/blog/v/999999',
  '/blog?tag=nothing',
  '/blog?page=99',
  '/pages/help/nothing',
]
const SHOWN = IS_WHOLE ? LANGUAGES : (['fa', 'en'] as const)

// Search engines read all of this in the HTML.
test.use({ javaScriptEnabled: false })

const prefixOf = (language: string) => (language === 'fa' ? '' : `/${language}`)
const pathIn = (language: string, path: string) => (prefixOf(language) + path).replace(/(.)\/$/, '$1')

for (const language of SHOWN) {
  test(`indexed pages in ${language} name their canonical address, their other languages and their structured data`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(120_000)
    const heads = []
    for (const path of INDEXED) {
      const answer = await page.goto(pathIn(language, path))
      expect(answer?.status(), path).toBe(200)
      const head = await headOf(page)
      expect(head.lang, path).toBe(LOCALE_TAGS[language])
      expect(head.dir, path).toBe(DIRECTIONS[language])
      expect(head.canonical, path).toEqual([baseURL + pathIn(language, path)])
      expect(head.alternates, path).toEqual(alternatesOf(baseURL ?? '', path))
      expect(head.robots, path).toEqual([])
      for (const name of ['og:title', 'og:description', 'og:url', 'og:site_name']) {
        expect(head.openGraph, path).toContain(name)
      }
      for (const text of head.structuredData) {
        expect(JSON.parse(text)['@context'], path).toBe('https://schema.org')
      }
      expect(await fieldErrorsIn(page), path).toEqual([])
      heads.push(head)
    }
    for (const of of ['title', 'description'] as const) {
      expect(new Set(heads.map((head) => head[of])).size, `each ${of} is its page's own`).toBe(INDEXED.length)
    }
  })

  test(`pages in ${language} that should not be indexed say so`, async ({ page }) => {
    for (const path of NOT_INDEXED) {
      await page.goto(pathIn(language, path))
      const head = await headOf(page)
      const isList = path.startsWith('/rent/')
      expect({ path, robots: head.robots, canonical: head.canonical.map(pathOf) }).toEqual({
        path,
        robots: [isList ? 'noindex,follow' : 'noindex'],
        // A list with filters or an order names the plain list or the city's page as canonical.
        canonical: !isList
          ? []
          : [pathIn(language, path.includes('city=Kish') ? KISH[language as Language] : pathOf(path))],
      })
      expect(head.alternates, path).toEqual({})
      expect(await fieldErrorsIn(page), path).toEqual([])
    }
  })

  test(`an invalid address is a 404 page in ${language}`, async ({ page }) => {
    for (const path of UNKNOWN) {
      const answer = await page.goto(pathIn(language, path))
      const head = await headOf(page)
      expect({ path, status: answer?.status(), robots: head.robots }).toEqual({
        path,
        status: 404,
        robots: ['noindex'],
      })
      expect(head.lang, path).toBe(LOCALE_TAGS[language])
      expect(await fieldErrorsIn(page), path).toEqual([])
    }
  })
}

test('a city has one address in each language, whichever of its names is used', async ({ page, baseURL }) => {
  for (const typed of ['Teheran', 'Tahran', 'Tehran', 'تهران', 'طهران', 'tehran']) {
    await page.goto(`/en/rent/car?city=${typed}`)
    // A city's list is not indexed and names the city's page as canonical.
    expect((await headOf(page)).canonical, typed).toEqual([`${baseURL}/en/city/Tehran/car`])
    await page.goto(`/en/city/${typed}/motor/april`)
    const { canonical, alternates } = await headOf(page)
    expect(canonical, typed).toEqual([`${baseURL}/en/city/Tehran/motor/april`])
    expect(alternates.tr, typed).toBe(`${baseURL}/tr/city/Tahran/motor/nisan`)
    expect(decodeURI(alternates.fa ?? ''), typed).toBe(`${baseURL}/city/تهران/motor/فروردین`)
  }
})

test('a city’s page has one address in each language, and other spellings redirect to it', async ({
  request,
  page,
  baseURL,
}) => {
  for (const typed of ['tehran', 'Teheran', 'تهران', '335471']) {
    const answer = await request.get(`/en/city/${encodeURIComponent(typed)}?currency=6`, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location], typed).toEqual([301, '/en/city/Tehran?currency=6'])
  }
  await page.goto('/de/city/Teheran')
  const { canonical, alternates } = await headOf(page)
  expect(canonical).toEqual([`${baseURL}/de/city/Teheran`])
  expect(alternates).toMatchObject({
    en: `${baseURL}/en/city/Tehran`,
    fa: `${baseURL}/city/${encodeURIComponent('تهران')}`,
    'x-default': `${baseURL}/city/${encodeURIComponent('تهران')}`,
  })
})

test('the business and its offers are described as schema.org structured data', async ({ page }) => {
  await page.goto('/en')
  const home = typesOf((await headOf(page)).structuredData)
  expect(home).toContain('AutoRental')
  await page.goto('/en/book/car/62')
  const vehicle = typesOf((await headOf(page)).structuredData)
  expect(vehicle).toEqual(expect.arrayContaining(['Product', 'Car', 'BreadcrumbList']))
})

test('search engines, shared links and people see the same price, also right after it changes', async ({
  page,
  request,
}) => {
  const { id } = await makeVehicle()
  const db = await siteDatabase()
  const addresses = []
  // Prices are for three days, as the page says; pages are cached for ten seconds, each query by itself.
  for (const perDay of [4_000_000, 4_700_000]) {
    const prices = { p3: perDay }
    await db.updateTable('ad').set(prices).where('id', '=', id).execute()
    for (const language of ['fa', 'en'] as const) {
      await page.goto(`${pathIn(language, `/book/car/${id}`)}?page=${addresses.length + 2}`)
      const { structuredData, description, image } = await headOf(page)
      const { offers } = structuredData
        .map((text) => JSON.parse(text))
        .find((data) => [data['@type']].flat().includes('Product'))
      const shown = (await page.locator('.pay-bar .price').textContent()) ?? ''
      expect(offers.priceCurrency).toBe(language === 'fa' ? 'IRR' : 'EUR')
      expect(offers.price).toBe(amountIn(shown) * (language === 'fa' ? RIAL_A_TOMAN : 1))
      if (language === 'fa') expect(amountIn(shown)).toBe(perDay)
      expect(description).toContain(shown.trim())
      const picture = await request.get(image, { maxRedirects: 0 })
      expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
      addresses.push(image)
    }
  }
  const [oldFa = '', oldEn = '', newFa, newEn] = addresses
  for (const [old, now] of [
    [oldFa, newFa],
    [oldEn, newEn],
  ] as const) {
    // The picture with the former price redirects to the one with the current price.
    expect(old).not.toBe(now)
    const location = async () => (await request.get(old, { maxRedirects: 0 })).headers().location
    await expect.poll(location, { timeout: 20_000 }).toBe(pathOf(now ?? ''))
  }
  const made = await request.get(oldFa.replace(/-\w+\.jpg/, '-0123456789.jpg'), { maxRedirects: 0 })
  expect(made.status()).toBe(302)
})

test('a page with a price for chosen dates has no offer for search engines', async ({ page, request }) => {
  const { path } = await freeVehicle(request)
  await page.goto(`/en${path}`)
  const { structuredData, canonical } = await headOf(page)
  expect([structuredData, canonical.map(pathOf)]).toEqual([[], [`/en${path.split('/').slice(0, 4).join('/')}`]])
})

/** The address without its query and without the site's origin. */
function pathOf(address: string): string {
  return new URL(address, 'http://localhost').pathname
}

function alternatesOf(origin: string, path: string) {
  const named = LANGUAGES.map((language) => [language, origin + pathIn(language, path)])
  return Object.fromEntries([...named, ['x-default', origin + pathIn('fa', path)]])
}

function headOf(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)]
    const values = (selector: string, name: string) => all(selector).map((one) => one.getAttribute(name) ?? '')
    return {
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
      title: document.title,
      description: values('meta[name=description]', 'content').join(),
      canonical: values('link[rel=canonical]', 'href'),
      alternates: Object.fromEntries(
        all('link[rel=alternate][hreflang]').map((one) => [one.getAttribute('hreflang'), one.getAttribute('href')]),
      ),
      robots: values('meta[name=robots]', 'content'),
      openGraph: values('meta[property]', 'property'),
      image: values('meta[property="og:image"]', 'content').join(),
      structuredData: all('script[type="application/ld+json"]').map((one) => one.textContent ?? ''),
    }
  })
}

/** The errors that a validator would report, as far as they matter here. */
function fieldErrorsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const count = (selector: string) => document.querySelectorAll(selector).length
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    const known = new Set(ids)
    const missing = (attribute: string) =>
      [...document.querySelectorAll(`[${attribute}]`)]
        .flatMap((one) => one.getAttribute(attribute)?.split(/\s+/) ?? [])
        .filter((id) => !known.has(id))
        .map((id) => `${attribute} names nothing: ${id}`)
    const fragments = [...document.querySelectorAll('a[href^="#"]')]
      .map((link) => decodeURIComponent(link.getAttribute('href')?.slice(1) ?? ''))
      .filter((id) => id && !known.has(id))
      .map((id) => `a link leads to nothing: #${id}`)
    return [
      ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `two elements are ${id}`),
      ...['aria-labelledby', 'aria-describedby', 'for', 'form'].flatMap(missing),
      ...fragments,
      ...(count('h1') === 1 ? [] : [`${count('h1')} headings of level 1`]),
      ...(count('main') === 1 ? [] : [`${count('main')} main parts`]),
      ...(count('title') === 1 ? [] : [`${count('title')} titles`]),
      ...(count('[style]') === 0 ? [] : ['a style attribute']),
      ...(count('img:not([alt])') === 0 ? [] : ['a picture without words']),
      ...(count('[onclick], [onsubmit], [onchange], [onload]') === 0 ? [] : ['a script in an attribute']),
    ]
  })
}

function typesOf(structuredData: readonly string[]): string[] {
  return structuredData.flatMap((text) => JSON.parse(text)['@type'])
}

test('the address on a voucher may be typed in capitals', async ({ request }) => {
  const answer = await request.get('/V/SV-48213', { maxRedirects: 0 })
  expect(answer.status()).toBe(301)
})
