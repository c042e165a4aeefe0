import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { bringToDesk } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const desk = language === 'fa' ? '/desk' : '/en/desk'
  const t = textFor(language, 'desk')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('staff add the picture of a guarantee that is missing', async ({ page, request, javaScriptEnabled }) => {
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      const companyId = await makeCompany()
      const { id } = await rentFrom(request, companyId)
      await bringToDesk(id, 'CONFIRMED')
      await signInStaff(page, request, { companyId, desk })
      await page.goto(`${desk}/reservations/${id}`)
      const next = page.getByRole('region', { name: t('one.next') })
      const field = next.getByLabel(t('one.guaranteePicture'))
      const add = next.getByRole('button', { name: t('one.guaranteeAdd') })
      await look()

      await field.setInputFiles({ name: 'cheque.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
      await add.click()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(new RegExp(errors('image_type').replace(/[()]/g, '.')))
      await look()

      const drawing = sharp({ create: { width: 64, height: 40, channels: 3, background: '#cde' } })
      await field.setInputFiles({ name: 'cheque.png', mimeType: 'image/png', buffer: await drawing.png().toBuffer() })
      await add.click()
      await expect(page.getByText(t('done.guarantee'))).toBeVisible()
      await expect(add).toHaveCount(0)
      const link = next.getByRole('link', { name: t('one.guaranteeSee') })
      const picture = await page.request.get((await link.getAttribute('href')) ?? '')
      expect(picture.status()).toBe(200)
      expect(picture.headers()['content-type']).toBe('image/jpeg')
    })

    test('before a company accepts a reservation, its staff add no picture', async ({ page, request }) => {
      const companyId = await makeCompany({ confirmation: 'BY_HAND' })
      const { id } = await rentFrom(request, companyId)
      await bringToDesk(id, 'AWAITING_CONFIRMATION')
      await signInStaff(page, request, { companyId, desk })
      await page.goto(`${desk}/reservations/${id}`)
      await expect(page.getByText(t('one.guaranteeMissing'))).toBeVisible()
      await expect(page.getByLabel(t('one.guaranteePicture'))).toHaveCount(0)
    })
  })
}
