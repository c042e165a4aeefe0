import { expect, type Page } from '@playwright/test'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { HEIGHT, lookingAt, PATIENCE_MS } from '../../support/browser/looking.ts'
import { viewsOf } from '../../support/browser/matrix.ts'
import { chooseDate } from '../../support/browser/steps/choose-date.ts'
import { followLink, testWithOperator as test } from '../../support/browser/steps/direct-link.ts'
import { reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, signInByApi } from '../../support/browser/steps/sign-in.ts'
import { around, freshAddress, GAP } from '../../support/browser/steps/traveller.ts'
import { completeRental, confirmTrip } from '../../support/server/database/site-database.ts'

const [OWNER] = DEMONSTRATION_PEOPLE
const LIST = '/profile/reservations'
const STATUSES = 6

test.describe.configure({ timeout: PATIENCE_MS })

for (const view of viewsOf(2)) {
  const { language, width, colorScheme } = view
  const t = textFor(language, 'trips')

  test.describe(`${LOCALE_TAGS[language]}, ${width} wide, ${colorScheme}`, () => {
    test.use({ locale: LOCALE_TAGS[language], colorScheme, viewport: { width, height: HEIGHT } })
    test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

    test('axe finds nothing on a customer’s trips in each status, on invoices or in the wallet', async ({
      page,
      operator,
    }) => {
      const { look, visit, prefix } = lookingAt(page, view)
      await followLink(page, language, await operator.linkFor(OWNER.phone), prefix + LIST)
      await look('the list of trips')
      const trips = await oneOfEachStatus(page)
      expect(trips.size).toBeGreaterThanOrEqual(STATUSES)
      for (const [status, href] of trips) {
        await page.goto(href)
        await look(`a trip: ${status}`)
      }
      await visit('/profile/wallet')
      await visit('/profile/mobile')
      await visit('/profile/invoices')
      await page.getByRole('row').nth(1).getByRole('link').first().click()
      await expect(page.getByRole('article')).toBeVisible()
      await look('an invoice')
    })

    test('axe finds nothing on trips to be paid, changed and rated, on the guarantee or on the voucher', async ({
      page,
      request,
      operator,
    }) => {
      const { look, visit, prefix } = lookingAt(page, view)
      const person = newcomer('fa')
      await signInByApi(request, person)
      const trip = await reserveAs(request, 'fa', person, { asksDeposit: true })
      await visit(`/payment?id=${trip.id}`)
      await confirmTrip(trip.id)
      await visit(`/voucher/${trip.id}`)
      await visit(`/voucher/${trip.id}/cancel`)
      await visit(`/voucher/${trip.id}/phone`)
      const path = `${prefix}/profile/reservation/${trip.id}`
      await followLink(page, language, await operator.linkFor(person.sentTo), path)
      await look('a trip that asks for a guarantee')
      await page.getByRole('button', { name: t('deposit.send') }).click()
      await look('a guarantee without its picture')

      await page.goto(`${path}/change`)
      await look('the change of a trip')
      const until = page.getByRole('group', { name: t('change.return') })
      const show = page.getByRole('button', { name: t('change.show') })
      await chooseDate(until, language, addDays(trip.start, -1))
      await show.click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look('the change of a trip with errors')
      await chooseDate(until, language, addDays(trip.end, 2))
      await show.click()
      const pay = page.getByRole('button', { name: around(t('change.goPay', { amount: GAP })) })
      await expect(pay).toBeVisible()
      await look('what a change costs')
      await pay.click()
      await expect(page.getByRole('heading', { name: t('waiting.title') })).toBeVisible()
      await look('a change to be paid')
      await page.goto(path)
      await look('a trip with a change to be paid')

      await completeRental(trip.id)
      await page.goto(path)
      await page.getByLabel(t('rate.stars', { n: localDigits(4, language) })).check({ force: true })
      await look('a trip to be rated')
    })
  })
}

/** The address of one trip for each status in the list, by the status as it is shown. */
async function oneOfEachStatus(page: Page): Promise<Map<string, string>> {
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  const found = await cards.evaluateAll((all) =>
    all.map((card): [string, string] => [
      card.querySelector('.tag')?.textContent ?? '',
      card.querySelector('h2 a')?.getAttribute('href') ?? '',
    ]),
  )
  return new Map(found)
}
