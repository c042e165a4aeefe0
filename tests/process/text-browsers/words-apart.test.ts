import { spawnSync } from 'node:child_process'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'
import { hasTextBrowser } from '../../support/browser/text-browser.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'

const [START, END] = [addDays(todayInTehran(), 40), addDays(todayInTehran(), 43)]
const PAGES = [
  '/',
  `/rent/car?city=kish&start_date=${START}&end_date=${END}`,
  '/rent/motor',
  '/companies/marjan-rent',
  '/pages/help',
  `/book/car/62/${START}/${END}`,
]
/** A word in whose middle the next one begins, or a number that touches a word. */
const RUN_TOGETHER = /\S*(?:\p{Ll}\p{Lu}|\p{Nd}\p{L}{2}|\p{L}{2}\p{Nd}|[€)]\p{L}{2}|\p{L}€)\S*/gu
/** Names of makes and models, and what w3m writes for a picture and a radio button. */
const SO_WRITTEN = /^(\[[\w-]+\].*|\(.\)\p{L}+|\)[\p{L}-]+|WhatsApp|\S+@\S+|RAV4|NS200|۳۲۰آی|اس[۵۷]|ایکس۳۳)$/u

const OWN_PAGES = ['reservations', 'wallet', 'profile', 'invoices', 'ticketing'].map((page) => `/profile/${page}`)

test.beforeEach(() => test.skip(!hasTextBrowser('w3m'), 'w3m is not installed'))

for (const language of ['fa', 'en', 'de'] as const) {
  test(`w3m keeps the words of pages in ${language} apart, where no style separates them`, async ({ request }) => {
    await expectApart(request, PAGES, language)
  })
}

test('w3m keeps the words of a customer’s pages apart', async ({ page, request }) => {
  const person = newcomer('en')
  await signInByApi(request, person)
  const { id } = await reserveAs(request, 'en', person)
  await startSignedIn(page, 'en', person, '/profile/reservations')
  await expectApart(page.request, [...OWN_PAGES, `/payment?id=${id}`, `/profile/reservation/${id}`], 'en')
})

test('w3m keeps the words of an operator’s pages apart', async ({ page, request }) => {
  const [customer, operator] = [newcomer('en'), newcomer('fa')]
  for (const person of [customer, operator]) await signInByApi(request, person)
  const { id } = await reserveAs(request, 'en', customer)
  await makeOperator(operator.sentTo)
  await startSignedIn(page, 'fa', operator, '/en/operator')
  const lists = ['reservations', 'people', 'disputes', 'payments', 'find'].map((list) => `/operator/${list}`)
  await expectApart(page.request, [...lists, `/operator/reservations/${id}`], 'en')
})

async function expectApart(request: APIRequestContext, pages: readonly string[], language: Language) {
  for (const path of pages) {
    const html = await (await request.get(pathIn(language, path), { headers: freshAddress() })).text()
    const seen = /<header class="bar">[\s\S]*<\/body>/.exec(html)?.[0] ?? ''
    const { stdout } = spawnSync('w3m', ['-dump', '-cols', '200', '-T', 'text/html', '-I', 'UTF-8', '-O', 'UTF-8'], {
      input: seen,
      encoding: 'utf8',
    })
    expect(stdout.length, path).toBeGreaterThan(500)
    const words = [...stdout.matchAll(RUN_TOGETHER)].map(([word]) => word).filter((word) => !SO_WRITTEN.test(word))
    expect.soft([...new Set(words)], path).toEqual([])
  }
}
