import { expect, test } from '@playwright/test'
import { unsubscribeToken } from '#app/api/notifications/unsubscribe-token.ts'
import { DEMONSTRATION_SECRET } from '#app/config.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { accountOf, wantsNews } from '../../support/server/database/site-database.ts'

for (const language of ['fa', 'en'] as const) {
  const t = textFor(language, 'unsubscribe')
  const prefix = language === 'fa' ? '' : '/en'

  test(
    `${language}: the link of an e-mail ends news by one button and without a sign-in; a forged link answers 404`,
    inSample(language),
    async ({ page, context, request, javaScriptEnabled }) => {
      await context.setExtraHTTPHeaders(freshAddress())
      const person = newcomer('fa')
      const access = await signInByApi(request, person)
      const headers = { authorization: `Bearer ${access}`, ...freshAddress() }
      await request.patch('/api/users/profile/', { headers, data: { notifications: { marketing: true } } })
      expect(await wantsNews(person.sentTo)).toBe(true)
      const token = unsubscribeToken(DEMONSTRATION_SECRET, await accountOf(person.sentTo))

      await page.goto(`${prefix}/unsubscribe/${token}`)
      await expect(page.getByRole('heading', { level: 1, name: t('title') })).toBeVisible()
      // Opening the link changes nothing, because mail programs open links.
      expect(await wantsNews(person.sentTo)).toBe(true)
      await page.setViewportSize({ width: 320, height: 700 })
      await expectToFit(page)
      if (javaScriptEnabled) await expectAccessible(page)
      await page.getByRole('button', { name: t('confirm') }).press('Enter')
      await expect(page.getByText(t('done'))).toBeVisible()
      await expect(page.getByRole('link', { name: t('settings') })).toBeVisible()
      expect(await wantsNews(person.sentTo)).toBe(false)

      await page.goto(`${prefix}/unsubscribe/${token.slice(0, -4)}aaaa`)
      await page.getByRole('button', { name: t('confirm') }).click()
      await expect(page.getByText(t('done'))).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(textFor(language, 'common')('error.notFound'))
    },
  )
}
