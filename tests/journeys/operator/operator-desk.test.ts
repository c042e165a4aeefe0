import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, sampleOf, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of sampleOf(['fa', 'en', 'tr'])) {
  const prefix = language === 'fa' ? '' : `/${language}`
  const t = textFor(language, 'operator')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'an operator finds a person, corrects the wallet, bans with a reason, and sees it in the audit log',
      WITHOUT_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const guest = newcomer('fa')
        await signInByApi(request, guest)
        const operator = newcomer('fa')
        await signInByApi(request, operator)
        await makeOperator(operator.sentTo)
        await startSignedIn(page, 'fa', operator, `${prefix}/operator`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nav.overview'))
        await expectToFit(page)
        if (javaScriptEnabled !== false) await expectAccessible(page)

        await page
          .getByRole('main')
          .getByRole('link', { name: t('overview.begun') })
          .click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('kind.reservation'))
        await expect(page.getByRole('link', { name: t('overview.begun') })).toHaveAttribute('aria-current', 'true')
        await expectToFit(page)
        if (javaScriptEnabled !== false) await expectAccessible(page)
        const reservation = page.getByRole('main').getByRole('table').getByRole('link').first()
        const number = await reservation.innerText()
        await reservation.click()
        await expect(page.getByRole('main')).toContainText(number)
        for (const unknown of ['people/x', 'payments/x', 'inbox/x'])
          expect((await page.request.get(`${prefix}/operator/${unknown}`)).status()).toBe(404)
        await page.goto(`${prefix}/operator/payments?status=PAID`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('kind.payment'))
        await expectToFit(page)
        if (javaScriptEnabled !== false) await expectAccessible(page)

        await page.goto(`${prefix}/operator/find`)
        const box = page.getByRole('main').getByRole('searchbox', { name: t('find.label') })
        await box.fill(guest.sentTo)
        await box.press('Enter')
        // A single hit opens by itself.
        await page.waitForURL(/\/operator\/people\//)
        const person = page.url()

        await page.getByRole('link', { name: t('correct.do'), exact: true }).click()
        await page.getByLabel(t('correct.way')).selectOption('take')
        await page.getByLabel(t('correct.amount')).fill('۱۲٬۰۰۰')
        await page.getByLabel(t('correct.currency')).selectOption('IRT')
        await page.getByLabel(t('reason'), { exact: true }).fill('Fuel')
        await page.getByRole('button', { name: t('correct.do') }).click()
        const amount = page.getByLabel(t('correct.amount'))
        await expect(amount).toHaveAccessibleDescription(new RegExp(errors('wallet_too_low')))
        await expect(amount).toHaveValue('۱۲٬۰۰۰')
        await page.getByLabel(t('correct.way')).selectOption('add')
        await page.getByRole('button', { name: t('correct.do') }).click()
        await expect(page.getByText(t('correct.done'))).toBeVisible()
        await expectToFit(page)

        await page.getByRole('link', { name: t('ban.do'), exact: true }).click()
        await page.getByLabel(t('reason'), { exact: true }).fill('Stolen card')
        await page.getByRole('button', { name: t('ban.do'), exact: true }).click()
        await expect(page).toHaveURL(person)
        await expect(page.getByRole('link', { name: t('ban.end'), exact: true })).toBeVisible()
        await page.getByRole('link', { name: t('person.history') }).click()
        await expect(page.getByRole('row').filter({ hasText: 'Stolen card' })).toBeVisible()
        if (javaScriptEnabled !== false) await expectAccessible(page)

        await page.goto(`${prefix}/operator/codes/new`)
        await page.getByRole('button', { name: t('codes.make') }).click()
        if (javaScriptEnabled === false) return
        await expect(page.getByLabel(t('codes.code'), { exact: true })).toBeFocused()
      },
    )
  })
}

for (const language of sampleOf(['fa', 'en', 'tr'])) {
  const prefix = language === 'fa' ? '' : `/${language}`
  const t = textFor(language, 'operator')
  const blog = textFor(language, 'blog')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'an operator publishes one blog comment and removes another',
      WITH_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const post = `${prefix}/blog/kish-in-two-days`
        const reader = newcomer(language)
        const shown = `Shown ${Date.now()}`
        const removed = `Removed ${Date.now()}`
        await startSignedIn(page, language, reader, post)
        for (const text of [shown, removed]) {
          await page.getByLabel(blog('comments.label')).fill(text)
          await page.getByRole('button', { name: blog('comments.send') }).click()
          await expect(page.getByText(blog('comments.sent'))).toBeVisible()
          await page.goto(post)
        }
        await page.context().clearCookies()
        const operator = newcomer('fa')
        await signInByApi(request, operator)
        await makeOperator(operator.sentTo)
        await startSignedIn(page, 'fa', operator, `${prefix}/operator/moderation`)
        await page.getByRole('link', { name: new RegExp(textFor(language, 'moderation')('posts')) }).click()
        const commentOf = (text: string) => page.getByRole('article').filter({ hasText: text })
        await expect(commentOf(shown)).toBeVisible()
        await expectToFit(page)
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await commentOf(shown)
          .getByRole('button', { name: t('comments.show') })
          .click()
        await expect(page.getByText(t('comments.shown'))).toBeVisible()
        await expect(commentOf(shown)).toHaveCount(0)
        await commentOf(removed)
          .getByRole('button', { name: t('comments.remove') })
          .click()
        await expect(page.getByText(t('comments.removed'))).toBeVisible()
        await page.goto(post)
        await expect(page.getByText(shown)).toBeVisible()
        await expect(page.getByText(removed)).toHaveCount(0)
      },
    )
  })
}

test('the operators’ pages do not exist for other people', WITHOUT_SCRIPTS, async ({ page }) => {
  await startSignedIn(page, 'fa', newcomer('fa'), '/operator')
  await expect(page.getByRole('main')).toContainText(textFor('fa', 'common')('error.home'))
  expect((await page.request.get('/operator/audit')).status()).toBe(404)
})
