import { expect, type Page, test } from '@playwright/test'
import { LANGUAGES, LOCALE_TAGS, RTL } from '#app/rules/constants.ts'

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
const UNKNOWN = [
  '/no-such-page',
  '/rent/boat',
  '/book/car/999999',
  '/book/boat/62',
  '/book/car/sixty-two',
  `/voucher/${'x'.repeat(22)}`,
  `/payment?id=${'x'.repeat(22)}`,
  '/compare/62',
  '/companies/no-such-company',
  '/city/Atlantis',
  '/blog/nothing',
  '/blog/v/999999',
  '/blog?tag=nothing',
  '/blog?page=99',
  '/pages/help/nothing',
]
const SHOWN = process.env.FULL_MATRIX ? LANGUAGES : (['fa', 'en'] as const)

const prefixOf = (language: string) => (language === 'fa' ? '' : `/${language}`)
const pathIn = (language: string, path: string) => (prefixOf(language) + path).replace(/(.)\/$/, '$1')

for (const language of SHOWN) {
  test(`pages for search engines in ${language} name themselves, their other languages, and what they hold`, async ({
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
      expect(head.dir, path).toBe(RTL.includes(language) ? 'rtl' : 'ltr')
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

  test(`what search engines need not know says so, in ${language}`, async ({ page }) => {
    for (const path of NOT_INDEXED) {
      await page.goto(pathIn(language, path))
      const head = await headOf(page)
      const isList = path.startsWith('/rent/')
      expect({ path, robots: head.robots, canonical: head.canonical.map(pathOf) }).toEqual({
        path,
        robots: [isList ? 'noindex,follow' : 'noindex'],
        // A list's filters and orders lead to the list itself.
        canonical: isList ? [pathIn(language, pathOf(path))] : [],
      })
      expect(head.alternates, path).toEqual({})
      expect(await fieldErrorsIn(page), path).toEqual([])
    }
  })

  test(`an address that means nothing is a 404 page, in ${language}`, async ({ page }) => {
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

test('a city has one address in each language, whichever of its names was typed', async ({ page, baseURL }) => {
  for (const typed of ['Teheran', 'Tahran', 'Tehran', 'تهران', 'طهران', 'tehran']) {
    await page.goto(`/en/rent/car?city=${typed}`)
    const { canonical, alternates } = await headOf(page)
    expect(canonical, typed).toEqual([`${baseURL}/en/rent/car?city=Tehran`])
    expect(alternates.tr, typed).toBe(`${baseURL}/tr/rent/car?city=Tahran`)
    expect(alternates.de, typed).toBe(`${baseURL}/de/rent/car?city=Teheran`)
  }
})

test('the page of a city has one address in each language, and all other spellings lead there', async ({
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

test('a business and its offers are described in terms of schema.org', async ({ page }) => {
  await page.goto('/en')
  const home = typesOf((await headOf(page)).structuredData)
  expect(home).toContain('AutoRental')
  await page.goto('/en/book/car/62')
  const vehicle = typesOf((await headOf(page)).structuredData)
  expect(vehicle).toEqual(expect.arrayContaining(['Product', 'BreadcrumbList']))
})

/** Without its query, and without the site's origin. */
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
      structuredData: all('script[type="application/ld+json"]').map((one) => one.textContent ?? ''),
    }
  })
}

/** What a validator would say of the document, as far as it matters to somebody. */
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
  return structuredData.map((text) => JSON.parse(text)['@type'])
}
