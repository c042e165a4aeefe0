import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { confirmTrip } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    for (const asksDeposit of [true, false])
      test(`a voucher ${asksDeposit ? 'leads to' : 'without a guarantee has no link to'} the form for its picture`, async ({
        page,
        request,
      }) => {
        const person = newcomer('fa')
        await signInByApi(request, person)
        const { id } = await reserveAs(request, 'fa', person, { asksDeposit })
        await confirmTrip(id)
        await startSignedIn(page, 'fa', person, `${prefix}/voucher/${id}`)
        const link = page.getByRole('main').getByRole('link', { name: textFor(language, 'voucher')('sendDeposit') })
        await expect(link).toHaveCount(asksDeposit ? 1 : 0)
        if (!asksDeposit) return
        await link.click()
        await expect(page).toHaveURL(`${prefix}/profile/reservation/${id}#deposit`)
        await expect(page.locator('#deposit input[type=file]')).toBeVisible()
      })
  })
}
