import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { signIn } from '../../support/browser/steps/sign-in.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { bookSecondDriver, confirmTrip } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(120_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'checkin')
  const trips = textFor(language, 'trips')
  const errors = textFor(language, 'errors')
  const [YOUNG, OLD_ENOUGH] = language === 'fa' ? [['۱', '۱', '۱۴۰۳'], '۱۳۶۹'] : [['1', '1', '2024'], '1990']
  const UNTIL = language === 'fa' ? ['۱۱', '۴', '۱۴۱۵'] : ['2', '7', '2036']

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('a traveller checks in at home, and the company looks at the licence', async ({
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
      const drawn = sharp({ create: { width: 64, height: 40, channels: 3, background: '#cde' } })
      const picture = { name: 'licence.png', mimeType: 'image/png', buffer: await drawn.png().toBuffer() }
      const companyId = await makeCompany()
      const { id, customer } = await rentFrom(request, companyId)
      await confirmTrip(id)
      await bookSecondDriver(id)
      const main = page.getByRole('main')
      await signIn(page, 'fa', customer, `${prefix}/profile/reservation/${id}`)
      await main.getByRole('link', { name: trips('checkIn.link') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'))
      await look()

      await main.getByRole('link', { name: t('identity.open') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('part.IDENTITY'))
      await main.getByRole('button', { name: t('identity.submit'), exact: true }).click()
      await expect(main.getByRole('alert')).toContainText(errors('required'))
      await look()
      await main.getByLabel(t('identity.consent')).check()
      await main.getByRole('button', { name: t('identity.submit'), exact: true }).click()
      await expect(page.getByText(t('identity.done'))).toBeVisible()
      await expect(main.getByRole('link', { name: t('part.IDENTITY'), exact: true })).toBeVisible()

      await main.getByRole('link', { name: t('part.LICENCE'), exact: true }).click()
      const front = main.getByLabel(t('side.FRONT'))
      const back = main.getByLabel(t('side.BACK'))
      const send = main.getByRole('button', { name: t('licence.submit') })
      const until = main.getByRole('group', { name: t('licence.until') }).getByRole('textbox')
      await main.getByLabel(t('licence.number')).fill('91040022')
      for (const [index, part] of UNTIL.entries()) await until.nth(index).fill(part)
      await front.setInputFiles(picture)
      await back.setInputFiles({ ...picture, buffer: Buffer.from('no picture') })
      await send.click()
      await expect(back).toHaveAttribute('aria-invalid', 'true')
      await expect(back).toHaveAccessibleDescription(new RegExp(errors('image_type').replace(/[()]/g, '.')))
      // The side that was a picture is kept, as is what was typed.
      await expect(main.getByRole('img', { name: t('side.FRONT') })).toBeVisible()
      await expect(main.getByLabel(t('licence.number'))).toHaveValue('91040022')
      await look()
      await back.setInputFiles(picture)
      await send.click()
      await expect(main.getByText(t('state.WAITING'))).toBeVisible()

      await main.getByRole('link', { name: t('drivers.add'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('part.DRIVERS'))
      const born = main.getByRole('group', { name: t('drivers.born') }).getByRole('textbox')
      const next = main.getByRole('button', { name: t('drivers.submit'), exact: true })
      await main.getByLabel(t('drivers.name')).fill('Sara Alavi')
      await main.getByLabel(t('licence.number')).fill('77551122')
      for (const [index, part] of YOUNG.entries()) await born.nth(index).fill(part)
      for (const [index, part] of UNTIL.entries()) await until.nth(index).fill(part)
      await next.click()
      await expect(main.getByRole('alert')).toContainText(t('drivers.born'))
      await expect(main.getByLabel(t('drivers.name'))).toHaveValue('Sara Alavi')
      await look()
      await born.nth(2).fill(OLD_ENOUGH)
      await next.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('drivers.pictures', { name: 'Sara Alavi' }))
      await front.setInputFiles(picture)
      await back.setInputFiles({ ...picture, buffer: Buffer.from('no picture') })
      await main.getByRole('button', { name: t('drivers.send'), exact: true }).click()
      await expect(back).toHaveAttribute('aria-invalid', 'true')
      await expect(main.getByRole('img', { name: t('side.FRONT') })).toBeVisible()
      await look()
      await back.setInputFiles(picture)
      await main.getByRole('button', { name: t('drivers.send'), exact: true }).click()
      await expect(main.getByText(t('state.WAITING'))).toBeVisible()
      await main.getByRole('link', { name: t('back'), exact: true }).click()

      await main.getByRole('link', { name: t('part.ARRIVAL'), exact: true }).click()
      const time = main.getByLabel(t('arrival.time'))
      await main.getByLabel(t('arrival.flight')).fill('!')
      await time.fill('00:05')
      await main.getByRole('button', { name: t('arrival.submit') }).click()
      await expect(time).toHaveAttribute('aria-invalid', 'true')
      await look()
      await main.getByRole('link', { name: t('later') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'))
      await main.getByRole('link', { name: t('part.ARRIVAL'), exact: true }).click()
      await main.getByLabel(t('arrival.flight')).fill('w5 1043')
      await main.getByRole('button', { name: t('arrival.submit') }).click()
      await expect(main.getByText('W51043')).toBeVisible()

      const counter = await browser.newContext({
        locale: LOCALE_TAGS[language],
        extraHTTPHeaders: freshAddress(),
        javaScriptEnabled: isScripted,
      })
      const desk = await counter.newPage()
      await signInStaff(desk, request, { companyId, desk: `${prefix}/desk` })
      await desk.goto(`${prefix}/desk`)
      const waiting = desk.getByRole('region', { name: t('desk.waiting') })
      await waiting.getByRole('link').first().click()
      await expect(desk.getByRole('img', { name: t('side.BACK') })).toBeVisible()
      await look(desk)
      await desk.goto(`${desk.url().replace(/check-in$/, 'drivers')}`)
      await expect(desk.getByRole('img', { name: t('side.BACK') })).toBeVisible()
      await look(desk)
      await desk.getByRole('button', { name: t('desk.confirm'), exact: true }).click()
      await expect(desk.getByText(t('drivers.desk.confirmed', { name: 'Sara Alavi' }))).toBeVisible()
      await desk.goto(`${desk.url().replace(/drivers$/, 'check-in')}`)
      await desk.getByLabel(t('desk.reason')).fill('  ')
      await desk.getByRole('button', { name: t('desk.refuse') }).click()
      await expect(desk.getByRole('alert')).toContainText(errors('required'))
      await desk.getByLabel(t('desk.reason')).fill('The back is blurred')
      await desk.getByRole('button', { name: t('desk.refuse') }).click()
      await expect(desk.getByText(t('desk.refused'))).toBeVisible()
      await look(desk)

      await page.reload()
      await expect(main.getByText('The back is blurred')).toBeVisible()
      await main.getByRole('link', { name: t('part.LICENCE'), exact: true }).click()
      await back.setInputFiles(picture)
      await send.click()
      await expect(main.getByText(t('state.WAITING'))).toBeVisible()
      await desk.getByRole('link', { name: t('desk.look') }).click()
      await desk.getByRole('button', { name: t('desk.confirm') }).click()
      await expect(desk.getByText(t('desk.confirmed'))).toBeVisible()
      await page.reload()
      await expect(main.getByText(t('state.WAITING'))).toHaveCount(0)
      await main.getByRole('button', { name: t('remove.submit') }).click()
      await expect(page.getByText(t('remove.done'))).toBeVisible()
      await expect(main.getByRole('button', { name: t('remove.submit') })).toHaveCount(0)
      await counter.close()
    })
  })
}
