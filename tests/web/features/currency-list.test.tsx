import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { LanguageAndCurrency } from '#app/features/frame/bars/menu.tsx'
import type { SiteFrame } from '#app/features/frame/site.ts'
import { type ApiClient, apiDoorContext } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { currencyList } from '#app/web/page/frame/currency-list.server.ts'
import { render } from '../../support/browser/render.tsx'

const LIRA = { id: 9, code: 'TRY', name: 'Turkish lira', symbol: '₺' }
const EURO = { id: 2, code: 'EUR', name: 'Euro', symbol: '€' }

const BRAND = { name: 'Savari', languages: ['fa', 'en'], layout: 'default' } as const
const FRAME = { brand: BRAND, currency: 'EUR', path: '/', query: new URLSearchParams('city=kish') } as const

function contextWith(currencies: () => Promise<{ data: (typeof EURO)[] }>) {
  const context = new RouterContextProvider()
  const config = readConfig({ NODE_ENV: 'test' })
  const site = { config, language: 'en', origin: 'https://savari.example', requestId: 'test' } as const
  context.set(siteContext, {
    ...site,
    ...{ bankOrigins: [], cookies: new Map(), clientAddress: '192.0.2.1', log: () => {} },
  })
  context.set(apiDoorContext, () => ({ places: { currencies } }) as object as ApiClient)
  return context
}

test('the selector offers exactly what the API’s list of currencies has, in its order, by its ids and names', async () => {
  const currencies = await currencyList(contextWith(async () => ({ data: [LIRA, EURO] })))
  expect(currencies).toEqual([
    [9, 'TRY', 'Turkish lira'],
    [2, 'EUR', 'Euro'],
  ])
  const html = render('en', <LanguageAndCurrency frame={{ ...FRAME, currencies } as SiteFrame} />)
  const buttons = html.match(/<button[\s\S]*?<\/button>/g) ?? []
  expect(buttons).toHaveLength(2)
  expect(buttons[0]).toMatch(/ value="9" name="currency"[^>]*>Turkish lira/)
  expect(buttons[1]).toMatch(/ value="2"[^>]*>Euro/)
  expect(buttons.map((one) => one.includes('aria-current="true"'))).toEqual([false, true])
  // What is searched for stays.
  expect(html).toContain('name="city" value="kish"')
})

test('without the API’s list the selector offers no currency, and the page is there', async () => {
  const currencies = await currencyList(contextWith(() => Promise.reject(new TypeError('fetch failed'))))
  expect(currencies).toBeUndefined()
  expect(render('en', <LanguageAndCurrency frame={FRAME as unknown as SiteFrame} />)).not.toContain('<button')
})
