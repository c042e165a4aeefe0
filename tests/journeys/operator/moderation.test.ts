import { type APIRequestContext, expect, test } from '@playwright/test'
import sharp from 'sharp'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeAgent, makeOperator } from '../../support/server/database/site-database.ts'
import { makeCompany, makeVehicle } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'moderation')
  const errors = textFor(language, 'errors')
  const reason = textFor(language, 'operator')('reason')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'an operator takes down a photo and a listing, the company reads why, and both are restored',
      WITH_SCRIPTS,
      async ({ page, request, browser, javaScriptEnabled }) => {
        test.setTimeout(120_000)
        const look = async () => {
          if (javaScriptEnabled !== false) await expectAccessible(page)
          await expectToFit(page)
        }
        const companyId = await makeCompany()
        const { id } = await makeVehicle({ companyId })
        const staff = newcomer('fa')
        await signInByApi(request, staff)
        await makeAgent(staff.sentTo, companyId)
        const desk = await browser.newPage({ javaScriptEnabled: false, extraHTTPHeaders: freshAddress() })
        await startSignedIn(desk, 'fa', staff, `${prefix}/desk/fleet`)
        const photo = await sendPhoto(desk.request, id)

        const operator = newcomer('fa')
        await signInByApi(request, operator)
        await makeOperator(operator.sentTo)
        const photos = `${prefix}/operator/moderation/photos`
        await startSignedIn(page, 'fa', operator, photos)
        const link = page.locator(`main a[href="${photos}/${photo}"]`)
        await expect(async () => {
          await page.goto(photos)
          await expect(link).toBeVisible({ timeout: 1000 })
        }).toPass({ timeout: 30_000 })
        await look()
        await link.click()
        await look()
        await page.getByLabel(reason, { exact: true }).fill('x')
        await page.getByRole('button', { name: t('photo.take') }).click()
        if (javaScriptEnabled === false) {
          await expect(page.getByLabel(reason, { exact: true })).toHaveAccessibleDescription(
            new RegExp(errors('required')),
          )
        }
        await page.getByLabel(reason, { exact: true }).fill('The plate can be read')
        await page.getByRole('button', { name: t('photo.take') }).click()
        await expect(page.getByText(t('photo.taken'))).toBeVisible()
        await desk.goto(`${prefix}/desk/fleet/${id}/photos`)
        await expect(desk.getByText('The plate can be read')).toBeVisible()
        await page.goto(`${photos}/${photo}`)
        await page.getByLabel(reason, { exact: true }).fill('A mistake')
        await page.getByRole('button', { name: t('photo.putBack') }).click()
        await expect(page.getByText(t('photo.isBack'))).toBeVisible()

        const listings = `${prefix}/operator/moderation/listings`
        const shown = `${prefix}/book/car/${id}`
        await page.goto(listings)
        await look()
        await page.locator(`main a[href="${listings}/${id}"]`).click()
        await look()
        await page.getByLabel(reason, { exact: true }).fill('Not their vehicle')
        await page.getByRole('button', { name: t('listing.take') }).click()
        await expect(page.getByText(t('listing.taken'))).toBeVisible()
        expect((await page.request.get(shown)).status()).toBe(404)
        await desk.goto(`${prefix}/desk/fleet/${id}`)
        await expect(desk.getByText('Not their vehicle')).toBeVisible()
        await page.goto(`${listings}?show=taken_down`)
        await page.locator(`main a[href="${listings}/${id}"]`).click()
        await page.getByLabel(reason, { exact: true }).fill('It is')
        await page.getByRole('button', { name: t('listing.putBack') }).click()
        await expect(page.getByText(t('listing.isBack'))).toBeVisible()
        expect((await page.request.get(shown)).status()).toBe(200)
        await desk.close()
      },
    )

    /** Uploads a photo through the company’s own form; the result is its number. */
    async function sendPhoto(signedIn: APIRequestContext, id: number): Promise<number> {
      const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#357' } })
        .jpeg()
        .toBuffer()
      const answer = await signedIn.post(`${prefix}/desk/fleet/${id}/photos`, {
        headers: { origin: `http://localhost:${process.env.SITE_PORT}` },
        multipart: { photos: { name: 'front.jpg', mimeType: 'image/jpeg', buffer } },
      })
      const html = await answer.text()
      const photo = Number(/name="photo" value="(\d+)"/.exec(html)?.[1])
      expect(photo).toBeGreaterThan(0)
      return photo
    }
  })
}
