import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { chooseDate } from '../../support/browser/steps/choose-date.ts'
import { payHere, reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const trips = textFor(language, 'trips')
  const booking = textFor(language, 'booking')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() })

    test('who changes a trip to return on the day of its pick-up reads what that means', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const isScripted = javaScriptEnabled !== false
      const person = newcomer(language)
      const trip = await reserveAs(request, language, person)
      await startSignedIn(page, language, person, `${prefix}/profile/reservations`)
      await page.goto(`${prefix}/payment?id=${trip.id}`)
      await payHere(page, language, isScripted)
      await page.goto(`${prefix}/profile/reservation/${trip.id}/change`)
      const note = page.getByRole('main').getByText(booking('when.sameDay'))
      await expect(note).toHaveCount(0)
      if (isScripted) await wake(page)
      await chooseDate(page.getByRole('group', { name: trips('change.return') }), language, trip.start)
      // At once with scripts, with the answer without.
      if (!isScripted) await page.getByRole('button', { name: trips('change.show') }).click()
      await expect(note).toBeVisible()
    })
  })
}
