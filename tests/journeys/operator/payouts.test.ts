import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { unitOf } from '#app/i18n/format/money.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { amountIn } from '../../support/api/amounts.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'
import { IBANS, oweMuch, suspendCompany } from '../../support/server/due-payout.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

// One currency per test, because a batch takes everything that is due in a currency.
for (const [language, currency] of [
  ['fa', 'IRT'],
  ['en', 'EUR'],
] as const) {
  const list = `${language === 'fa' ? '' : `/${language}`}/operator/payouts`
  const t = textFor(language, 'payouts')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'a large batch of payouts waits for a second operator; the one who made it cannot approve it',
      WITHOUT_SCRIPTS,
      async ({ page, browser, request, javaScriptEnabled }) => {
        const looks = async (at: Page) => {
          await expectToFit(at)
          if (javaScriptEnabled !== false) await expectAccessible(at)
        }
        const rowOf = (at: Page) =>
          at.getByRole('row').filter({ has: at.locator(`a[href$="/operator/companies/${company}"]`) })
        const approve = (at: Page) => at.getByRole('button', { name: t('approval.approve') })
        const file = (at: Page) => at.getByRole('link', { name: t('file') })
        const company = await oweMuch(currency)
        await startAsOperator(page, request)
        await expect(rowOf(page)).toBeVisible()
        await looks(page)
        await page.getByRole('button', { name: t('make', { currency: unitOf(currency, language) }) }).click()
        await expect(page.getByText(t('approval.own'))).toBeVisible()
        await expect(approve(page)).toHaveCount(0)
        await expect(file(page)).toHaveCount(0)
        await expect(rowOf(page).getByRole('button')).toHaveText([new RegExp(t('returned'))])
        await looks(page)
        const batch = new URL(page.url()).pathname

        const colleague = await browser.newContext()
        const other = await colleague.newPage()
        await colleague.setExtraHTTPHeaders(freshAddress())
        await startAsOperator(other, request)
        const waiting = other.getByRole('row').filter({ has: other.locator(`a[href="${batch}"]`) })
        await expect(waiting).toContainText(t('approval.tag'))
        await looks(other)
        await waiting.getByRole('link').click()
        await looks(other)
        await approve(other).focus()
        await other.keyboard.press('Enter')
        await expect(other.getByText(t('done.APPROVED'))).toBeVisible()
        await expect(approve(other)).toHaveCount(0)
        await looks(other)
        await colleague.close()

        await page.reload()
        await expect(file(page)).toBeVisible()
        if (currency === 'IRT') {
          const toman = amountIn(await rowOf(page).innerText())
          const sent = await page.request.get(`${batch}/file`)
          // A bank reads rial.
          expect(await sent.text()).toContain(`,Own Rent,${IBANS.IRT},${toman * 10},IRR\r\n`)
        }
        await suspendCompany(company, true)
        await page.reload()
        await expect(rowOf(page)).toContainText(t('heldBack'))
        await looks(page)
        await suspendCompany(company, false)
        await page.reload()
        await expect(rowOf(page)).toContainText(t('heldBack'))
        await rowOf(page)
          .getByRole('button', { name: t('paid') })
          .click()
        await expect(page.getByText(t('done.PAID'))).toBeVisible()
        await expect(rowOf(page)).toContainText(t('status.PAID'))
      },
    )

    async function startAsOperator(page: Page, request: APIRequestContext) {
      const operator = newcomer('fa')
      await signInByApi(request, operator)
      await makeOperator(operator.sentTo)
      await startSignedIn(page, 'fa', operator, list)
    }
  })
}
