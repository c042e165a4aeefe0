import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { payHere, reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'managed')
  const operator = textFor(language, 'operator')
  const errors = textFor(language, 'errors')
  const status = textFor(language, 'voucher')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'an operator finds a reservation, reads what happened and cancels it with a reason',
      WITHOUT_SCRIPTS,
      async ({ page, request, browser, javaScriptEnabled }) => {
        const trip = await reserveAs(request, 'fa', newcomer('fa'))
        const customer = await browser.newPage({
          locale: 'fa-IR',
          javaScriptEnabled: false,
          extraHTTPHeaders: freshAddress(),
        })
        await customer.goto(`/payment?id=${trip.id}`)
        await payHere(customer, 'fa', false)
        await customer.waitForURL(/\/voucher\//)
        const db = await siteDatabase()
        const { number } = await db
          .selectFrom('reservation')
          .select('number')
          .where('id', '=', trip.id)
          .executeTakeFirstOrThrow()
        await signInOperator(page, request)

        // What is found alone opens itself.
        await page.goto(`${prefix}/operator/find?q=SV-${number}`)
        await expect(page).toHaveURL(`${prefix}/operator/reservations/${trip.id}`)
        const main = page.getByRole('main')
        await expect(main.getByText(status('status.CONFIRMED')).first()).toBeVisible()
        await looks(page, javaScriptEnabled)
        const line = main.getByRole('region', { name: t('timeline.title') }).getByRole('listitem')
        const all = await line.count()
        await main
          .getByRole('navigation', { name: t('timeline.show') })
          .getByRole('link', { name: t('timeline.part.money') })
          .click()
        await expect(line).not.toHaveCount(all)

        await main.getByRole('link', { name: t('act.send-again.link') }).click()
        const reason = page.locator('main [name=reason]')
        await reason.fill('x')
        await page.getByRole('button', { name: t('act.send-again.do') }).click()
        await expect(reason).toHaveAccessibleDescription(new RegExp(errors('required')))
        await reason.fill('Lost the phone')
        await page.getByRole('button', { name: t('act.send-again.do') }).click()
        await expect(page.getByText(t('act.send-again.done'))).toBeVisible()

        await main.getByRole('link', { name: t('act.cancel.link'), exact: true }).click()
        await looks(page, javaScriptEnabled)
        const later = await page.context().newPage()
        await later.goto(page.url())
        await reason.fill('The company has closed')
        await page.getByRole('button', { name: t('act.cancel.COMPANY') }).click()
        await expect(main.getByText(status('status.CANCELLED')).first()).toBeVisible()
        await expect(main.getByText('The company has closed').first()).toBeVisible()
        await expect(main.getByRole('link', { name: t('act.cancel.link'), exact: true })).toHaveCount(0)
        await looks(page, javaScriptEnabled)
        // Whoever comes later sees that it is done.
        await later.goto(later.url())
        await expect(later.getByRole('alert')).toBeVisible()
        await expect(later.getByRole('button', { name: t('act.cancel.CUSTOMER') })).toHaveCount(0)

        await page.goto(`${prefix}/operator/reservations?q=SV-${number}`)
        await expect(page.getByRole('link', { name: localDigits(`SV-${number}`, language) })).toBeVisible()
        await expect(page.getByRole('heading', { level: 1, name: operator('kind.reservation') })).toBeVisible()
        await customer.context().close()
      },
    )

    async function signInOperator(page: Page, request: APIRequestContext) {
      const person = newcomer('fa')
      await signInByApi(request, person)
      await makeOperator(person.sentTo)
      await startSignedIn(page, 'fa', person, `${prefix}/operator`)
    }
  })
}

async function looks(page: Page, javaScriptEnabled: boolean | undefined) {
  await expectToFit(page)
  if (javaScriptEnabled !== false) await expectAccessible(page)
}
