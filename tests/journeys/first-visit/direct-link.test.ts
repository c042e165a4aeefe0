import { expect } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { followLink, testWithOperator as test } from '../../support/browser/steps/direct-link.ts'
import { newcomer, signInByApi } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'

for (const language of ['fa', 'en'] as const) {
  test.describe(`in ${language}`, inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })
    const t = textFor(language, 'login')
    const errors = textFor(language, 'errors')
    const common = textFor(language, 'common')
    const prefix = language === 'fa' ? '' : `/${language}`
    const list = `${prefix}/profile/reservations`

    test(
      'an operator’s link signs its person in once, by its button and not by opening it',
      WITHOUT_SCRIPTS,
      async ({ page, context, request, operator, browser, baseURL, javaScriptEnabled }) => {
        await context.setExtraHTTPHeaders(freshAddress())
        const person = newcomer('fa')
        await signInByApi(request, person)
        const token = await operator.linkFor(person.sentTo)
        const address = `${prefix}/login?token=${token}`

        // Mail programs open links like this to preview them.
        for (const _ of [1, 2]) expect((await request.get(address)).status()).toBe(200)
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1, name: t('link.title') })).toBeVisible()
        if (javaScriptEnabled) await expectAccessible(page)
        await followLink(page, language, token, list)
        await expect(page.getByRole('heading', { level: 1, name: textFor(language, 'trips')('title') })).toBeVisible()
        await page.goto(`${prefix}/profile/profile`)
        const digits = (await page.locator('#contact').innerText()).replaceAll(/\s/g, '')
        expect(toLatinDigits(digits)).toContain(person.sentTo)

        const elsewhere = await browser.newContext({
          baseURL,
          locale: LOCALE_TAGS[language],
          javaScriptEnabled,
          extraHTTPHeaders: freshAddress(),
        })
        const other = await elsewhere.newPage()
        await other.goto(address)
        const answer = other.waitForResponse((response) => response.request().method() === 'POST')
        await other.getByRole('button', { name: t('link.submit') }).click()
        expect((await answer).status()).toBe(400)
        await expect(other.getByRole('alert')).toContainText(errors('link_ended'))
        await other.goto(`${prefix}/voucher`)
        await expect(other.getByRole('link', { name: common('nav.signIn'), exact: true })).toBeVisible()
        await elsewhere.close()
      },
    )

    test(
      'an invalid link says that it is no longer valid, and offers the sign-in by phone',
      WITHOUT_SCRIPTS,
      async ({ page, context }) => {
        await context.setExtraHTTPHeaders(freshAddress())
        const wanted = encodeURIComponent(`${prefix}/voucher`)
        await page.goto(`${prefix}/login?token=${'x'.repeat(43)}&returnUrl=${wanted}`)
        const button = page.getByRole('button', { name: t('link.submit') })
        await button.click()
        await expect(page.getByRole('alert')).toContainText(errors('link_ended'))
        await expect(button).toHaveCount(0)
        await page.getByRole('link', { name: t('link.phone') }).click()
        await expect(page).toHaveURL(`${prefix}/login?returnUrl=${wanted}`)
        await expect(page.getByLabel(t('phone'))).toBeVisible()
      },
    )
  })
}
