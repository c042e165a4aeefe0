import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const map = textFor(language, 'map')
  const live = textFor(language, 'live')
  const errors = textFor(language, 'errors')

  test.describe(language, () => {
    test.use({ locale: language === 'fa' ? 'fa-IR' : 'en-US', viewport: { width: 390, height: 844 } })
    test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

    test('without scripts a place is found by a link, by a click and by small steps, and sent as a map', async ({
      page,
      javaScriptEnabled,
    }) => {
      test.skip(javaScriptEnabled !== false, 'with scripts a dialog finds it: tests/enhanced/chat.test.ts')
      await startSignedIn(page, language, newcomer(language), `${prefix}/profile/chat`)
      await page.getByRole('link', { name: live('chooseLocation') }).click()
      await expect(page.getByRole('heading', { name: map('page.title') })).toBeVisible()

      const link = page.getByLabel(map('page.link'))
      await link.fill('somewhere in Kish')
      await page.getByRole('button', { name: map('page.show') }).click()
      await expect(link).toHaveAccessibleDescription(new RegExp(errors('location_link').slice(0, 20)))
      await expect(link).toHaveValue('somewhere in Kish')
      await page.getByRole('button', { name: map('page.sendAddress') }).click()
      await expect(page.getByText(errors('location_none')).first()).toBeVisible()

      await link.fill('26.5262, 53.9801')
      await page.getByRole('button', { name: map('page.show') }).click()
      const picture = page.getByRole('button', { name: map('page.move') })
      await expect(picture).toBeVisible()
      await expect(page.getByLabel(map('page.lat'))).toHaveValue('26.52620')
      await picture.click({ position: { x: 20, y: 20 } })
      await expect(page.getByLabel(map('page.lat'))).not.toHaveValue('26.52620')
      const clicked = Number(await page.getByLabel(map('page.lng')).inputValue())
      expect(clicked).toBeLessThan(53.9801)
      await page.getByRole('button', { name: map('page.east'), exact: true }).click()
      expect(Number(await page.getByLabel(map('page.lng')).inputValue())).toBeGreaterThan(clicked)
      await expectToFit(page)

      await page.getByLabel(map('page.address')).fill('Gate 2')
      await page.getByRole('button', { name: map('page.send'), exact: true }).click()
      const own = page.locator('.msg-me')
      await expect(own).toContainText('Gate 2')
      await expect(own.getByRole('img', { name: map('altPlace') })).toBeVisible()
    })
  })
}
