import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'texts')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('an operator gives a post a picture, which readers see, and takes it away', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      test.setTimeout(120_000)
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      const operator = newcomer('fa')
      await signInByApi(request, operator)
      await makeOperator(operator.sentTo, 'CONTENT')
      await startSignedIn(page, 'fa', operator, `${prefix}/operator/texts`)
      await page.getByRole('link', { name: t('new') }).click()
      const field = (name: string) => page.locator(`main [name="${name}"]`)
      const slug = `road-${operator.sentTo.slice(-8)}${javaScriptEnabled === false ? 'n' : 'j'}`
      await field('language').selectOption(language)
      await field('slug').fill(slug)
      await field('title').fill(`Road ${slug}`)
      await field('description').fill('Where the coast road is open in winter, and which car is enough for it.')
      await field('body').fill('## By car\n\nRound the island in **an hour**.')
      await page.getByRole('button', { name: t('create') }).click()
      await page.getByRole('link', { name: t('cover.link') }).click()
      await look()

      // Both errors are shown at once, and nothing typed is lost.
      const other = language === 'fa' ? 'en' : 'fa'
      await field(`alt_${other}`).fill('A road')
      await page.getByRole('button', { name: t('cover.do') }).click()
      await expect(field('image')).toHaveAttribute('aria-invalid', 'true')
      await expect(field(`alt_${language}`)).toHaveAttribute('aria-invalid', 'true')
      await expect(field(`alt_${other}`)).toHaveValue('A road')
      await look()

      const create = { width: 1500, height: 900, channels: 3, background: '#357' } as const
      const buffer = await sharp({ create }).jpeg().toBuffer()
      await field('image').setInputFiles({ name: 'road.jpg', mimeType: 'image/jpeg', buffer })
      await field(`alt_${language}`).fill('The coast road')
      await page.getByRole('button', { name: t('cover.do') }).click()
      await expect(page.getByText(t('cover.done'))).toBeVisible()
      await expect(page.getByRole('main').getByRole('img', { name: 'The coast road' })).toBeVisible()
      await look()

      await page.goto(`${prefix}/operator/texts/post/${slug}/publish`)
      await field('start_date').fill(language === 'fa' ? '۱۴۰۵/۰۸/۱۰' : '2026-11-01')
      await page.getByRole('button', { name: t('publish.do') }).click()
      await expect(page.getByText(t('publish.done'))).toBeVisible()
      await page.goto(`${prefix}/blog/${slug}`)
      const shown = page.getByRole('article').getByRole('img', { name: 'The coast road' })
      await expect(shown).toBeVisible()
      expect((await page.request.get((await shown.getAttribute('src')) ?? '')).status()).toBe(200)
      await expect(page.locator('meta[property="og:image:alt"]')).toHaveAttribute('content', 'The coast road')

      await page.goto(`${prefix}/operator/texts/post/${slug}/picture`)
      await page.getByRole('button', { name: t('cover.remove') }).click()
      await expect(page.getByText(t('cover.removed'))).toBeVisible()
      await page.goto(`${prefix}/blog/${slug}`)
      await expect(page.getByRole('article').getByRole('img', { name: 'The coast road' })).toHaveCount(0)
    })

    test('of a post that comes from a file, the picture’s page says so at once', async ({ page, request }) => {
      const operator = newcomer('fa')
      await signInByApi(request, operator)
      await makeOperator(operator.sentTo, 'CONTENT')
      await startSignedIn(page, 'fa', operator, `${prefix}/operator/texts/post/kish-in-two-days/picture`)
      await expect(page.getByText(t('ofFile'))).toBeVisible()
      await expect(page.getByRole('button', { name: t('cover.do') })).toHaveCount(0)
      await expectToFit(page)
      await page
        .getByRole('main')
        .getByRole('link', { name: t('back') })
        .click()
      await expect(page).toHaveURL(`${prefix}/operator/texts/post/kish-in-two-days`)
    })

    test('of a post that comes from a file, the page of its day says so at once', async ({ page, request }) => {
      const operator = newcomer('fa')
      await signInByApi(request, operator)
      await makeOperator(operator.sentTo, 'CONTENT')
      await startSignedIn(page, 'fa', operator, `${prefix}/operator/texts/post/kish-in-two-days/publish`)
      await expect(page.getByText(t('ofFile'))).toBeVisible()
      await expect(page.getByRole('button', { name: t('publish.do') })).toHaveCount(0)
      await expectToFit(page)
      await page
        .getByRole('main')
        .getByRole('link', { name: t('back') })
        .click()
      await expect(page).toHaveURL(`${prefix}/operator/texts/post/kish-in-two-days`)
    })
  })
}
