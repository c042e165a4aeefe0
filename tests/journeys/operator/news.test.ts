import { expect, test } from '@playwright/test'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { LONGEST_NEWS } from '#app/rules/messages/news-topics.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'news')
  const own = textFor(language, 'newsletter')
  const operatorText = textFor(language, 'operator')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'somebody follows a topic, an operator writes, previews and sends news of it, and makes a link that signs somebody in',
      WITHOUT_SCRIPTS,
      async ({ page, browser, request, javaScriptEnabled }) => {
        test.setTimeout(120_000)
        const look = async () => {
          if (javaScriptEnabled !== false) await expectAccessible(page)
          await expectToFit(page)
        }
        const operator = newcomer('fa')
        await signInByApi(request, operator)
        await makeOperator(operator.sentTo)

        // The operator follows what they write about, to have a receiver.
        await startSignedIn(page, language, operator, `${prefix}/profile/notifications/topics`)
        await look()
        await page.getByLabel(own('topics.names.guides')).check()
        await page.getByRole('button', { name: own('topics.save') }).click()
        await expect(page.getByText(own('topics.saved'))).toBeVisible()
        await expect(page.getByLabel(own('topics.names.guides'))).toBeChecked()

        await page.goto(`${prefix}/operator/news`)
        await look()
        await page.getByRole('link', { name: t('new') }).click()
        await look()
        const field = (of: string) => page.locator(`[name="${of}"]`)
        const title = `Autumn ${operator.sentTo.slice(-6)}`
        await field('topic').selectOption('guides')
        await field('title.en').fill(title)
        await field('text.en').fill('x'.repeat(100_000))
        await page.getByRole('button', { name: t('save') }).click()
        await expect(field('text.en')).toHaveAttribute('aria-invalid', 'true')
        await expect(field('title.en')).toHaveValue(title)
        expect((await field('text.en').inputValue()).length).toBe(100_000)
        await field('text.en').fill('x'.repeat(LONGEST_NEWS.body - 10))
        await page.getByRole('button', { name: t('save') }).click()
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await look()
        await expect(page.getByText(t('readsIn', { language: LANGUAGE_NAMES.en })).first()).toBeVisible()
        await page.getByRole('link', { name: t('toSend') }).click()
        await look()
        await page.getByRole('button', { name: t('send') }).click()
        await expect(page.getByRole('heading', { name: t('progress') })).toBeVisible()
        await expect(page.getByRole('table', { name: t('deliveries') })).toBeVisible()
        await look()

        // A link that signs in a person who cannot get a code.
        const traveller = newcomer('fa')
        await signInByApi(request, traveller)
        const db = await siteDatabase()
        const { id } = await db
          .selectFrom('account')
          .select('id')
          .where('phone', '=', traveller.sentTo)
          .executeTakeFirstOrThrow()
        await page.goto(`${prefix}/operator/people/${id}/sign-in-link`)
        await page.locator('[name="reason"]').fill('Lost their phone')
        await page.getByRole('button', { name: operatorText('link.do') }).click()
        const link = await page.getByLabel(operatorText('link.made')).inputValue()
        await look()
        const context = await browser.newContext({ javaScriptEnabled: javaScriptEnabled !== false })
        const theirs = await context.newPage()
        const { pathname, search } = new URL(link)
        await theirs.goto(new URL(`${pathname}${search}`, page.url()).href)
        await theirs.locator('main form button').first().click()
        await expect(theirs).not.toHaveURL(/\/login/)
        await theirs.goto(new URL('/profile/profile', page.url()).href)
        await expect(theirs).toHaveURL(/\/profile\/profile$/)
        await context.close()
      },
    )
  })
}
