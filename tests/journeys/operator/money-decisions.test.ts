import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { payHere, reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'operator')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'an operator refunds a whole payment to its card, and cannot refund a part of it there',
      WITHOUT_SCRIPTS,
      async ({ page, request, browser, javaScriptEnabled }) => {
        const person = newcomer('fa')
        const trip = await reserveAs(request, 'fa', person)
        // In toman, because Saman can reverse a payment.
        const customer = await browser.newPage({
          locale: 'fa-IR',
          javaScriptEnabled: false,
          extraHTTPHeaders: freshAddress(),
        })
        await customer.goto(`/payment?id=${trip.id}`)
        await payHere(customer, 'fa', false)
        await customer.waitForURL(/\/voucher\//)
        const { id } = await paymentOf(trip.id)

        await signInOperator(page, request)
        await page.goto(`${prefix}/operator/payments/${id}`)
        await page.getByRole('link', { name: t('refund.do') }).click()
        const [amount, reason] = [page.locator('main input[name=amount]'), page.locator('main [name=reason]')]
        const way = page.getByLabel(t('refund.way'))
        await expect(way).toHaveValue('CARD')
        await looks(page, javaScriptEnabled)
        await amount.fill('1,000')
        await reason.fill('The car came late')
        await page.getByRole('button', { name: t('refund.do') }).click()
        await expect(way).toHaveAccessibleDescription(new RegExp(errors('card_whole_only')))
        await expect(amount).toHaveValue(/1.?000/)
        await expect(reason).toHaveValue('The car came late')
        await looks(page, javaScriptEnabled)
        await amount.fill(String(trip.payable_now))
        await page.getByRole('button', { name: t('refund.do') }).click()
        await expect(page.getByText(t('refund.doneCard'))).toBeVisible()
        // On a second visit nothing is left to refund.
        await page.goto(`${prefix}/operator/payments/${id}`)
        await expect(page.getByRole('link', { name: t('refund.do') })).toHaveCount(0)
        await customer.context().close()
      },
    )

    test(
      'an operator decides a payment that needs a person; a second operator sees that it was decided',
      WITH_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const trip = await reserveAs(request, 'fa', newcomer('fa'))
        const started = await request.post('/api/gateway/pay/', {
          headers: { 'accept-language': 'fa', ...freshAddress() },
          data: { gateway: 'saman', transaction_id: trip.id },
        })
        expect(started.ok(), await started.text()).toBe(true)
        const db = await siteDatabase()
        const { id } = await paymentOf(trip.id)
        await db.updateTable('payment').set({ status: 'REVIEW', reason: 'not reversed' }).where('id', '=', id).execute()

        await signInOperator(page, request)
        await page.goto(`${prefix}/operator/payments/${id}`)
        await page.getByRole('link', { name: t('review.do') }).click()
        const reason = page.locator('main [name=reason]')
        await looks(page, javaScriptEnabled)
        await reason.fill('Looked up in the report')
        await page.getByRole('button', { name: t('review.KEPT') }).click()
        const reference = page.locator('main input[name=reference]')
        await expect(reference).toHaveAccessibleDescription(new RegExp(errors('required')))
        await expect(reason).toHaveValue('Looked up in the report')
        await looks(page, javaScriptEnabled)
        const later = await page.context().newPage()
        await later.goto(`${prefix}/operator/payments/${id}/review`)
        await page.getByRole('button', { name: t('review.MISSING') }).click()
        await expect(page.getByText(t('review.done'))).toBeVisible()
        await expect(page.getByText(textFor(language, 'trips')('status.FAILED'), { exact: true }).first()).toBeVisible()
        await later.locator('main [name=reason]').fill('Looked up, too')
        await later.getByRole('button', { name: t('review.RETURNED') }).click()
        await expect(later.getByRole('alert').first()).toBeVisible()
        await later.goto(`${prefix}/operator/payments/${id}/review`)
        await expect(later.getByRole('alert')).toBeVisible()
        await expect(later.getByRole('button', { name: t('review.RETURNED') })).toHaveCount(0)
      },
    )

    async function signInOperator(page: Page, request: APIRequestContext) {
      const operator = newcomer('fa')
      await signInByApi(request, operator)
      await makeOperator(operator.sentTo)
      await startSignedIn(page, 'fa', operator, `${prefix}/operator`)
    }
  })
}

async function looks(page: Page, javaScriptEnabled: boolean | undefined) {
  await expectToFit(page)
  if (javaScriptEnabled !== false) await expectAccessible(page)
}

async function paymentOf(reservation: string) {
  const db = await siteDatabase()
  return db.selectFrom('payment').select('id').where('reservation_id', '=', reservation).executeTakeFirstOrThrow()
}
