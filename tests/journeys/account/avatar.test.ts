import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS } from '../../support/browser/matrix.ts'
import { newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'info')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })
    test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

    test(
      'a file that is no picture is refused as an avatar; a picture is shown on every page and can be removed',
      WITH_SCRIPTS,
      async ({ page, javaScriptEnabled }) => {
        await startSignedIn(page, language, newcomer(language), `${prefix}/profile/profile`)
        await page.getByRole('link', { name: t('avatar.set') }).click()
        const box = page.getByLabel(t('avatar.label'))
        await box.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') })
        await page.getByRole('button', { name: t('avatar.save') }).click()
        await expect(box).toHaveAccessibleDescription(new RegExp(errors('image_type').slice(0, 12)))
        if (javaScriptEnabled !== false) await expectAccessible(page)

        const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3a7' } })
          .png()
          .toBuffer()
        const choice = page.locator('.file', { has: box })
        const shows = (pseudo: string) =>
          choice.evaluate((element, name) => getComputedStyle(element, name).content, pseudo)
        expect(await shows('::before')).toContain(textFor(language, 'files')('choose', { n: 1 }))
        expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(44)
        await box.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
        await page.getByRole('button', { name: t('avatar.save') }).click()
        await expect(page).toHaveURL(new RegExp(`${prefix}/profile/profile$`))
        await expect(page.getByRole('img', { name: t('avatar.current') })).toBeVisible()
        await page.goto(prefix || '/')
        const inBar = page.getByRole('banner').locator('img.ava:visible')
        await expect(inBar).toHaveJSProperty('naturalWidth', 192)

        await page.goto(`${prefix}/profile/profile/avatar`)
        await page.getByRole('button', { name: t('avatar.remove') }).click()
        await expect(page.getByRole('link', { name: t('avatar.set') })).toBeVisible()
        await expect(page.getByRole('banner').locator('img.ava')).toHaveCount(0)
      },
    )
  })
}
