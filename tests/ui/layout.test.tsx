import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { accountHref } from '#app/features/frame/bars/account-links.ts'
import { AppBar } from '#app/features/frame/bars/app-bar.tsx'
import { BottomNavigation } from '#app/features/frame/bars/bottom-navigation.tsx'
import { keptFields, languageHref } from '#app/features/frame/bars/switches.ts'
import { ErrorPage } from '#app/features/frame/error-page.tsx'
import type { SiteFrame } from '#app/features/frame/site.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { SiteBrand } from '#app/ui/brand/site-brand.tsx'
import { render } from '../support/browser/render.tsx'

const FRAME: SiteFrame = {
  brand: { name: 'Savari', languages: LANGUAGES, layout: 'default' as const },
  currency: 'IRT',
  path: '/rent/car',
  query: new URLSearchParams('city=کیش&types=suv&types=van&from=100&to=900&page=3&currency=6'),
  cityNames: { en: 'Kish Island', tr: 'Kiş' },
}

describe('changing the language', () => {
  test('keeps the search, translates the city, removes price filters and uses the language’s currency', () => {
    const url = new URL(languageHref('en', FRAME, 'fa'), 'http://site')
    expect(url.pathname).toBe('/en/rent/car')
    expect([...url.searchParams]).toEqual([
      ['city', 'Kish Island'],
      ['types', 'suv'],
      ['types', 'van'],
      ['currency', '2'],
    ])
  })

  test('keeps a currency that was chosen instead of the language’s', () => {
    const currencyFrom = (present: Language, currency: 'IRT' | 'EUR', other: Language) =>
      new URL(languageHref(other, { ...FRAME, currency }, present), 'http://site').searchParams.get('currency')
    expect(currencyFrom('en', 'IRT', 'de')).toBe('6')
    expect(currencyFrom('fa', 'EUR', 'en')).toBe('2')
    expect(currencyFrom('en', 'EUR', 'fa')).toBe('6')
  })

  test('keeps a city whose names are unknown', () => {
    expect(new URL(languageHref('de', FRAME, 'fa'), 'http://site').searchParams.get('city')).toBe('کیش')
  })

  test('to Persian removes the prefix and switches to toman', () => {
    expect(languageHref('fa', { ...FRAME, currency: 'EUR', path: '/', query: new URLSearchParams() }, 'en')).toBe(
      '/?currency=6',
    )
  })
})

test('changing the currency keeps all but the price range, the page and the former currency', () => {
  expect(keptFields(FRAME.query)).toEqual([
    ['city', 'کیش'],
    ['types', 'suv'],
    ['types', 'van'],
  ])
})

test('a visitor’s link leads to the sign-in page with the way back', () => {
  expect(accountHref('/profile/chat', { language: 'en', isSignedIn: false })).toBe(
    '/en/login?returnUrl=%2Fen%2Fprofile%2Fchat',
  )
  expect(accountHref('/profile/chat', { language: 'en', isSignedIn: true })).toBe('/en/profile/chat')
})

test('the bottom navigation leads a visitor to the chat by the sign-in, and shows unread counts to signed-in people', () => {
  expect(render('en', <BottomNavigation frame={FRAME} />)).toContain(
    'href="/en/login?returnUrl=%2Fen%2Fprofile%2Fchat"',
  )
  const viewer = { name: 'Sara', phone: '0912 000 0010', avatar: null, unread: 120 }
  const signedIn = render('en', <BottomNavigation frame={{ ...FRAME, viewer }} />)
  expect(signedIn).toContain('href="/en/profile/chat"')
  expect(signedIn).toContain('99+')
})

test.each([
  [404, 'Page not found'],
  [410, 'This page is gone'],
  [429, 'Too many requests'],
  [500, 'Server error'],
  [503, 'The service is away for a moment'],
  [418, 'Something went wrong'],
])('status %i reads "%s"', (status, text) => {
  const html = render(
    'en',
    <MemoryRouter>
      <SiteBrand value={{ name: 'Savari' }}>
        <ErrorPage status={status} />
      </SiteBrand>
    </MemoryRouter>,
  )
  expect(html).toContain(`<title>${text} - Savari</title>`)
  expect(html).toContain(`>${text}</h1>`)
  expect(html).toContain(`<span class="vh">${status}</span>`)
  expect(html).toContain('href="/en"')
})

test('the English header begins with what travellers want, and its words stay apart without styles', () => {
  const words = render('en', <AppBar frame={FRAME} />).replace(/<[^>]+>/g, '')
  expect(words).toMatch(/Savari Cars Motorbikes Monthly Help Partner sign-in Find my reservation /)
  expect(words).not.toMatch(/\p{Ll}\p{Lu}/u)
})
