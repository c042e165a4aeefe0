import { expect, test } from '@playwright/test'
import { pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'

for (const language of LANGUAGES) {
  test(`in ${language}, the status page says of each service whether it works`, async ({ page, javaScriptEnabled }) => {
    const t = textFor(language, 'status')
    await page.goto(pathIn(language, '/status'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'))
    for (const service of ['search', 'booking', 'payment', 'messages', 'chat'] as const)
      await expect(page.locator('dt').getByText(t(`service.${service}`), { exact: true })).toBeVisible()
    await expect(page.locator('dd')).toHaveCount(5)
    expect(await page.locator('script[src]').count()).toBe(0)
    if (javaScriptEnabled !== false) await expectAccessible(page)
  })
}
