import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { FIXED_VIEWS } from '#app/rules/reservation/protocol.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { signIn } from '../../support/browser/steps/sign-in.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { confirmTrip } from '../../support/server/database/site-database.ts'
import { beginNow, prepareTrip, vehicleOf } from '../../support/server/key-box.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(180_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'keybox')
  const company = textFor(language, 'company')
  const fleet = textFor(language, 'fleet')
  const trips = textFor(language, 'trips')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('a traveller who is ready makes eight photos and sees the code', async ({
      page,
      browser,
      request,
      javaScriptEnabled,
    }) => {
      const isScripted = javaScriptEnabled !== false
      const look = async (of = page) => {
        if (isScripted) await expectAccessible(of)
        await expectToFit(of)
      }
      const companyId = await makeCompany()
      const { id, customer } = await rentFrom(request, companyId)
      await confirmTrip(id)
      const counter = await browser.newContext({
        locale: LOCALE_TAGS[language],
        extraHTTPHeaders: freshAddress(),
        javaScriptEnabled: isScripted,
      })
      const desk = await counter.newPage()
      await signInStaff(desk, request, { companyId, desk: `${prefix}/desk/company/terms` })
      await desk.goto(`${prefix}/desk/company/terms`)
      await desk.getByLabel(company('terms.has_key_boxes')).check()
      await desk.getByRole('button', { name: company('save') }).click()
      await expect(desk.getByText(company('terms.done'))).toBeVisible()
      await expect(desk.getByLabel(company('terms.has_key_boxes'))).toBeChecked()

      const code = desk.getByLabel(t('desk.code'), { exact: true })
      await desk.goto(`${prefix}/desk/fleet/${await vehicleOf(id)}`)
      await desk.getByRole('link', { name: fleet('parts.keyBox') }).click()
      await desk.getByLabel(t('desk.place')).fill('Box 7')
      await code.fill('1')
      await desk.getByRole('button', { name: t('vehicle.save') }).click()
      await expect(code).toHaveAttribute('aria-invalid', 'true')
      await expect(desk.getByLabel(t('desk.place'))).toHaveValue('Box 7')
      await look(desk)
      await code.fill('1234')
      await desk.getByRole('button', { name: t('vehicle.save') }).click()
      await expect(desk.getByText(t('vehicle.saved'))).toBeVisible()

      await desk.goto(`${prefix}/desk/reservations/${id}`)
      await desk.getByRole('link', { name: t('desk.set') }).click()
      await expect(desk.getByLabel(t('desk.place'))).toHaveValue('Box 7')
      await expect(code).toHaveValue('1234')
      await code.fill('1')
      await desk.getByLabel(t('desk.ends')).fill('11:00')
      await desk.getByRole('button', { name: t('desk.save') }).click()
      await expect(code).toHaveAttribute('aria-invalid', 'true')
      await expect(code).toHaveAccessibleDescription(new RegExp(errors('key_code').slice(0, 20)))
      await expect(desk.getByLabel(t('desk.place'))).toHaveValue('Box 7')
      await look(desk)
      await code.fill('73 15')
      await desk.getByRole('button', { name: t('desk.save') }).click()
      await expect(desk.getByText(t('desk.saved'))).toBeVisible()
      await expect(desk.getByText('7315')).toHaveCount(0)

      await signIn(page, 'fa', customer, `${prefix}/profile/reservation/${id}`)
      const main = page.getByRole('main')
      await main.getByRole('link', { name: trips('keyBox.link') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'))
      await expect(main.getByText(t('missing'))).toHaveCount(4)
      await look()
      await beginNow(id)
      await prepareTrip(id)
      await page.reload()
      await expect(main.getByText(t('done'), { exact: true })).toHaveCount(3)
      const drawn = (shade: number) =>
        sharp({ create: { width: 64, height: 40, channels: 3, background: { r: shade, g: shade, b: shade } } })
          .png()
          .toBuffer()
      const input = (view: string) => page.locator(`input[name="photo.${view}"]`)
      await input('FRONT').setInputFiles({
        ...{ name: 'front.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
      })
      for (const [index, view] of FIXED_VIEWS.slice(1).entries())
        await input(view).setInputFiles({ name: `${view}.png`, mimeType: 'image/png', buffer: await drawn(20 * index) })
      // With scripts each photo is sent as it is chosen.
      if (isScripted) {
        await expect(main.getByText(/front\.png/)).toBeVisible()
        await expect(main.locator('b').getByText(t('photosCount', { done: 7, all: 8 }))).toBeVisible()
      } else {
        await main.getByRole('button', { name: t('photos.submit') }).click()
        await expect(input('FRONT')).toHaveAttribute('aria-invalid', 'true')
      }
      await look()
      await page.reload()
      await input('FRONT').setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: await drawn(222) })
      if (!isScripted) await main.getByRole('button', { name: t('photos.submit') }).click()
      await expect(main.getByRole('img', { name: t('codeSaid', { code: '7 3 1 5' }) })).toBeVisible()
      await expect(main.getByText('Box 7')).toBeVisible()
      await look()

      await desk.getByRole('link', { name: t('desk.link') }).click()
      await expect(desk.getByRole('heading', { name: t('desk.state.OPEN') })).toBeVisible()
      await look(desk)
      await desk.getByLabel(t('desk.code'), { exact: true }).fill('998877')
      await desk.getByRole('button', { name: t('desk.save') }).click()
      await expect(desk.getByText(t('desk.saved'))).toBeVisible()
      await page.reload()
      await expect(main.getByRole('img', { name: t('codeSaid', { code: '9 9 8 8 7 7' }) })).toBeVisible()
      await desk.getByRole('link', { name: t('desk.link') }).click()
      await desk.getByRole('button', { name: t('desk.remove') }).click()
      await expect(desk.getByText(t('desk.removed'))).toBeVisible()
      expect((await page.goto(`${prefix}/profile/reservation/${id}/key-box`))?.status()).toBe(404)

      await desk.goto(`${prefix}/desk/fleet/${await vehicleOf(id)}/key-box`)
      await look(desk)
      await desk.getByRole('button', { name: t('vehicle.remove') }).click()
      await expect(desk.getByText(t('vehicle.removed'))).toBeVisible()
      await counter.close()
    })
  })
}
