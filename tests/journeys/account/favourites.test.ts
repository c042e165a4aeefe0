import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { reserveSome } from '../../support/browser/steps/reserved.ts'
import { newcomer, signIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'common')
  const account = textFor(language, 'account')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('a favourite is kept in the browser, moves to the account at sign-in, and leaves the browser at sign-out', async ({
      page,
      context,
      request,
      javaScriptEnabled,
    }) => {
      await context.setExtraHTTPHeaders(freshAddress())
      const isScripted = javaScriptEnabled !== false
      const list = `${prefix}/favourites`
      const [one, other] = [await reserveSome(request, language), await reserveSome(request, language)]
      await page.goto(list)
      await expect(page.getByText(t('favourites.empty'))).toBeVisible()
      if (isScripted) await expectAccessible(page)

      const address = `${prefix}/book/car/${one.adId}`
      await page.goto(address)
      await page.getByRole('button', { name: t('favourites.add') }).click()
      await expect(page).toHaveURL(address)
      await expect(page.getByText(t('favourites.added'))).toBeVisible()
      await expect(page.getByRole('button', { name: t('favourites.remove') })).toBeVisible()
      if (isScripted) await expectAccessible(page)
      const answer = await page.goto(address)
      expect(answer?.headers()['cache-control'], 'the page is this browser’s own').toBe('private, no-store')

      const person = newcomer(language)
      await signIn(page, language, person, list)
      await expect(
        page.getByRole('listitem').filter({ has: page.getByRole('button', { name: t('favourites.remove') }) }),
      ).toHaveCount(1)
      await page.goto(`${prefix}/book/car/${other.adId}`)
      await page.getByRole('button', { name: t('favourites.add') }).click()
      await expect(page.getByText(t('favourites.added'))).toBeVisible()
      await page.goto(list)
      const kept = page.getByRole('main').getByRole('button', { name: t('favourites.remove') })
      await expect(kept).toHaveCount(2)
      await kept.first().click()
      await expect(page).toHaveURL(list)
      await expect(kept).toHaveCount(1)
      await expect(page.locator(`#ad-${one.adId}`)).toBeVisible()
      if (isScripted) await expectAccessible(page)

      await page.goto(`${prefix}/profile/mobile`)
      await page
        .getByRole('main')
        .getByRole('button', { name: account('signOut') })
        .click()
      await expect(page.getByText(textFor(language, 'login')('signedOut'))).toBeVisible()
      await page.goto(list)
      await expect(page.getByText(t('favourites.empty'))).toBeVisible()
    })
  })
}
