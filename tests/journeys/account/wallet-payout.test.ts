import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { codeSentTo, newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { fillWallet } from '../../support/server/due-payout.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

const SHEBA = 'IR062960000000100324200001'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'wallet')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'a wallet is paid out to the person’s own account with a code, and the payout is listed',
      WITH_SCRIPTS,
      async ({ page, javaScriptEnabled }) => {
        const looks = async () => {
          await expectToFit(page)
          if (javaScriptEnabled !== false) await expectAccessible(page)
        }
        const person = newcomer('fa')
        await startSignedIn(page, 'fa', person, `${prefix}/profile/wallet/payout`)
        await expect(page.getByText(t('payout.none'))).toBeVisible()
        await fillWallet(person.sentTo, 250_000)
        await page.goto(`${prefix}/profile/wallet?wallet=IRT`)
        await page.getByRole('link', { name: t('payout.title') }).click()
        await expect(page.getByText(textFor(language, 'refunds')('way'))).toBeVisible()
        await looks()
        const field = (name: 'amount' | 'holder' | 'iban') => page.locator(`form.card input[name="${name}"]`)
        await field('amount').fill('300,000')
        await field('holder').fill('سارا محمدی')
        await field('iban').fill('IR062960000000100324200002')
        await page.getByRole('button', { name: t('payout.submit') }).click()
        await expect(field('iban')).toHaveAccessibleDescription(new RegExp(errors('iban')))
        await expect(field('holder')).toHaveValue('سارا محمدی')
        await field('iban').fill(SHEBA)
        await page.getByRole('button', { name: t('payout.submit') }).click()
        await expect(field('amount')).toHaveAccessibleDescription(new RegExp(errors('above_payable')))
        await looks()
        await field('amount').fill('250,000')
        await page.getByRole('button', { name: t('payout.submit') }).click()
        const confirm = page.getByRole('button', { name: t('payout.confirm') })
        await expect(confirm).toBeVisible()
        await looks()
        await page.locator('input[name="token"]').fill(await codeSentTo(person.sentTo, 2))
        await confirm.click()
        await expect(page.getByText(t('payout.done'))).toBeVisible()
        await expect(page.getByRole('row').filter({ hasText: 'IR••0001' })).toContainText(t('payout.status.REQUESTED'))
        await expect(page.getByText(t('payout.none'))).toBeVisible()
        await looks()
      },
    )
  })
}
