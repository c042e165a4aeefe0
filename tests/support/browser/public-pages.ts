import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { todayInTehran } from './steps/traveller.ts'

const APP = join(import.meta.dirname, '../../../app')
const START = addDays(todayInTehran(), 30)

/** One or more addresses of each public page, by its path in `routes.ts`. */
export const PUBLIC_PAGES: Record<string, readonly string[]> = {
  '': ['/'],
  'rent/car': ['/rent/car', '/rent/car?city=kish'],
  'rent/motor': ['/rent/motor'],
  'rent/car/monthly': ['/rent/car/monthly'],
  compare: ['/compare?ids=62&ids=367'],
  favourites: ['/favourites'],
  'landing/cars': ['/landing/cars'],
  companies: ['/companies'],
  'companies/:id': ['/companies/marjan-rent'],
  'companies/:id/map': ['/companies/marjan-rent/map'],
  city: ['/city'],
  'city/:cityName': ['/city/kish'],
  'city/:cityName/map': ['/city/kish/map'],
  'city/:cityName/:kind/:month?': ['/city/kish/car', '/city/kish/motor/april'],
  'book/:kind/:id/places': ['/book/car/62/places'],
  'book/:kind/:id/:start?/:end?': ['/book/car/62', `/book/car/62/${START}/${addDays(START, 4)}`],
  voucher: ['/voucher'],
  'pages/contact': ['/pages/contact'],
  'pages/contact/whatsapp': ['/pages/contact/whatsapp'],
  'pages/complaints': ['/pages/complaints'],
  'pages/help': ['/pages/help', '/pages/help?q=deposit'],
  'pages/help/:slug': ['/pages/help/deposit'],
  'pages/:slug': ['/pages/about-us', '/pages/terms', '/pages/legal-notice'],
  status: ['/status'],
  newsletter: ['/newsletter'],
  'newsletter/confirm': ['/newsletter/confirm'],
  'newsletter/unsubscribe': ['/newsletter/unsubscribe'],
  'price-alert': ['/price-alert', `/price-alert?city=1061&start_date=${START}&end_date=${addDays(START, 4)}`],
  'price-alert/confirm': ['/price-alert/confirm'],
  'price-alert/stop': ['/price-alert/stop'],
  blog: ['/blog', '/blog?tag=kish'],
  'blog/:slug': ['/blog/kish-in-two-days'],
  partner: ['/partner'],
  login: ['/login'],
  banned: ['/banned'],
  offline: ['/offline'],
}

/** Pages that belong to one person, that redirect, or that are for whoever runs the site. */
const NOT_PUBLIC = [
  ...[
    'payment',
    'quote/:id',
    'voucher/:id',
    'voucher/:id/cancel',
    'voucher/:id/cancel/account',
    'voucher/:id/phone',
    'voucher/:id/contract',
    'voucher/:id/plan',
    'voucher/:id/end',
    'voucher/:id/offline',
    'invitation/:token',
    'unsubscribe/:token',
    'newsletter/topics',
  ],
  ...['partner/apply', 'partner/apply/:step'],
  ...['login/factor', 'blog/v/:id', 'notifications-test', 'firebase-debug', '*'],
]
const OF_PEOPLE = /^(profile|desk|operator)(\/|$)/

/** The public pages in `routes.ts`; a test compares them with `PUBLIC_PAGES`. */
export function publicRoutes(): { path: string; hasScripts: boolean }[] {
  return (routes as RouteConfigEntry[])
    .map(({ path = '', file }) => ({ path, file }))
    .filter(({ path, file }) => file.endsWith('.tsx') && !OF_PEOPLE.test(path) && !NOT_PUBLIC.includes(path))
    .map(({ path, file }) => ({ path, hasScripts: !/\bnoJs: true\b/.test(readFileSync(join(APP, file), 'utf8')) }))
}

/** Addresses of the public pages that have scripts, or of those that have none. */
export function publicPages({ hasScripts }: { hasScripts: boolean }): string[] {
  return publicRoutes().flatMap((route) => (route.hasScripts === hasScripts ? (PUBLIC_PAGES[route.path] ?? []) : []))
}
