import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { awaken, cutAtEachForm } from '../../support/browser/cut-line.ts'
import { DESK_COMPANY, deskPages } from '../../support/browser/desk-pages.ts'
import { IS_WHOLE } from '../../support/browser/matrix.ts'
import { type OwnTestTrip, payHere, reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'
import { makeAgent, makeOperator } from '../../support/server/database/site-database.ts'

/**
 * Cuts the connection at each form that it finds on a page, so that new forms of these pages are tested without a
 * change here. `tests/web/page/sent-forms.test.ts` covers how each form of the site is sent, and which of them wait for
 * the connection.
 */
const START = addDays(todayInTehran(), 40)
const VISITED = [
  '/rent/car?city=1061',
  `/book/car/62/${START}/${addDays(START, 4)}`,
  '/login',
  '/pages/complaints',
  '/voucher',
  '/newsletter',
  '/blog/kish-in-two-days',
]
const OWN = (trip: OwnTestTrip) => [
  `/payment?id=${trip.id}`,
  `/profile/reservation/${trip.id}/change`,
  '/profile/ticketing/new',
  '/profile/profile',
  '/profile/wallet',
  '/profile/notifications',
  `/voucher/${trip.id}`,
  `/voucher/${trip.id}/cancel`,
]
/** How many forms of a page the sample tries, and every how many pages of the desks. */
const MOST_FORMS = IS_WHOLE ? undefined : 2
const [EVERY_DESK_PAGE, MOST_DESK_FORMS] = IS_WHOLE ? [1, undefined] : [12, 1]
/** A hand-over's page keeps what is typed by its own means: `hand-over-offline.test.ts`. */
const KEPT_OTHERWISE = /\/(hand-over|take-back)$/
const LANGUAGES = ['fa', 'en'] as const

for (const language of LANGUAGES) {
  const prefix = language === 'fa' ? '' : '/en'
  const sampleOf = (paths: readonly string[]) =>
    paths.filter((_, nth) => IS_WHOLE || nth % 2 === LANGUAGES.indexOf(language))

  test.describe(LOCALE_TAGS[language], () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('no form of a visitor’s pages loses what was typed when the connection is lost', async ({ page, context }) => {
      test.slow()
      await context.setExtraHTTPHeaders(freshAddress())
      for (const path of sampleOf(VISITED)) {
        const count = await cutAtEachForm(page, { context, language, path: prefix + path, most: MOST_FORMS })
        expect(count, path).toBeGreaterThan(path.includes('/rent/') ? -1 : 0)
      }
    })

    test('no form of a customer’s pages loses what was typed when the connection is lost', async ({
      page,
      context,
      request,
    }) => {
      test.slow()
      await context.setExtraHTTPHeaders(freshAddress())
      const person = newcomer(language)
      const trip = await reserveAs(request, language, person)
      const [payment = '', ...others] = OWN(trip)
      await startSignedIn(page, language, person, prefix + payment)
      const most = MOST_FORMS
      expect(await cutAtEachForm(page, { context, language, path: prefix + payment, most })).toBeGreaterThan(0)
      await page.goto(prefix + payment)
      await wake(page)
      await payHere(page, language, true)
      await page.waitForURL(/\/voucher\//)
      for (const path of sampleOf(others)) {
        const count = await cutAtEachForm(page, { context, language, path: prefix + path, most })
        expect(count, path).toBeGreaterThan(path.endsWith(trip.id) ? -1 : 0)
      }
    })
  })
}

test('the search of the home page waits for the connection', async ({ page, context }) => {
  await context.setExtraHTTPHeaders(freshAddress())
  await page.goto('/en')
  await awaken(page)
  await context.setOffline(true)
  await page
    .getByRole('main')
    .getByRole('button', { name: textFor('en', 'search')('submit') })
    .first()
    .click()
  await expect(page.locator('.held[role=status]')).toContainText(textFor('en', 'common')('held.form'))
  await expect(page.locator('.oops')).toHaveCount(0)
  await context.setOffline(false)
  await page.waitForURL(/\/en\/rent\/car/)
})

for (const under of ['desk', 'operator'] as const) {
  test(`no form of the ${under}’s pages loses what was typed when the connection is lost`, async ({
    page,
    context,
    request,
  }) => {
    test.setTimeout(IS_WHOLE ? 1_800_000 : 120_000)
    await context.setExtraHTTPHeaders(freshAddress())
    const person = newcomer('fa')
    await signInByApi(request, person)
    if (under === 'desk') await makeAgent(person.sentTo, DESK_COMPANY)
    else await makeOperator(person.sentTo)
    await startSignedIn(page, 'fa', person, `/${under}`)
    const all = (await deskPages(under, person.sentTo)).filter(({ address }) => !KEPT_OTHERWISE.test(address))
    const pages = all.filter((_, nth) => nth % EVERY_DESK_PAGE === 4 % EVERY_DESK_PAGE)
    let count = 0
    for (const { address } of pages)
      count += await cutAtEachForm(page, { context, language: 'fa', path: address, most: MOST_DESK_FORMS })
    expect(count).toBeGreaterThan(0)
  })
}
