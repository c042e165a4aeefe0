import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

/** Texts that no other test reads: per language, one for the run without scripts and one for the run with them. */
const SLUGS = { fa: ['border', 'accident'], en: ['voucher-lost', 'fines'] } as const

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'texts')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'an operator edits a help text with a preview, and restores the file’s own text',
      WITHOUT_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        test.setTimeout(120_000)
        const slug = SLUGS[language][javaScriptEnabled === false ? 0 : 1]
        const look = async () => {
          if (javaScriptEnabled !== false) await expectAccessible(page)
          await expectToFit(page)
        }
        const operator = newcomer('fa')
        await signInByApi(request, operator)
        await makeOperator(operator.sentTo)
        await startSignedIn(page, 'fa', operator, `${prefix}/operator/texts?kind=help`)
        await look()
        await page.locator(`main a[href$="/operator/texts/help/${slug}"]`).click()
        await look()
        const body = page.getByLabel(t('field.body'), { exact: true })
        const before = await body.inputValue()
        const words = `Changed by ${operator.sentTo}.`

        await body.fill(`${before}\n\n<b>${words}</b>`)
        await page.getByRole('button', { name: t('save') }).click()
        await expect(body).toHaveAccessibleDescription(new RegExp(errors('text_html', { line: 7 }).split('7')[1] ?? ''))
        await expect(body).toHaveValue(new RegExp(words.replace('+', '\\+')))
        await look()

        await body.fill(`${before}\n\n**${words}**`)
        await page.getByRole('button', { name: t('preview') }).click()
        await expect(
          page.getByRole('region', { name: t('preview') }).locator('strong', { hasText: words }),
        ).toBeVisible()
        await look()
        expect(await (await page.request.get(`${prefix}/pages/help/${slug}`)).text()).not.toContain(words)
        await page.getByRole('button', { name: t('save') }).click()
        await expect(page.getByText(t('saved'))).toBeVisible()
        await expect(page.getByText(t('isEdited'))).toBeVisible()
        expect(await (await page.request.get(`${prefix}/pages/help/${slug}`)).text()).toContain(words)

        // The newest earlier version, which differs when the test is retried.
        await page
          .getByRole('link', { name: new RegExp(t('useOf', { date: '.+' })) })
          .first()
          .click()
        await expect(body).toHaveValue(before)
        await page.getByRole('button', { name: t('save') }).click()
        await expect(page.getByText(t('follows'))).toBeVisible()
        expect(await (await page.request.get(`${prefix}/pages/help/${slug}`)).text()).not.toContain(words)
      },
    )
  })
}
