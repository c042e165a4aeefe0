import { expect, test } from '@playwright/test'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'
import { confirmTrip } from '../../support/server/database/site-database.ts'
import { makeCompany, makeVehicle } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'desk')
  const agency = textFor(language, 'agency')
  const calendar = textFor(language, 'calendar')
  const errors = textFor(language, 'errors')
  const extension = textFor(language, 'extension')
  const desk = `${prefix}/desk`

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'staff move a reservation to another vehicle from its page, and where a block conflicts with it',
      WITH_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        test.setTimeout(120_000)
        const look = async () => {
          if (javaScriptEnabled !== false) await expectAccessible(page)
          await expectToFit(page)
        }
        const companyId = await makeCompany()
        const rented = await rentFrom(request, companyId)
        await confirmTrip(rented.id)
        const others = [await makeVehicle({ companyId }), await makeVehicle({ companyId })] as const
        const numberOf = (id: number) => t('move.noPlate', { id: localDigits(String(id), language) })
        const name = t('move.title', { name: 'آرمان رستگار' })
        await signInStaff(page, request, { companyId, desk })

        await page.goto(`${desk}/reservations/${rented.id}`)
        await page.getByRole('link', { name: t('move.link') }).click()
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        await look()
        // Somebody else takes the chosen vehicle.
        await page.getByRole('radio', { name: numberOf(others[1].id) }).check({ force: true })
        const form = await page.context().newPage()
        await form.goto(`${desk}/blocks?${blockOf(others[1].id)}`)
        await form.getByRole('button', { name: agency('blocks.submit') }).click()
        await expect(form.getByText(agency('done.block'))).toBeVisible()
        await form.close()
        await page.getByRole('button', { name: t('move.submit') }).click()
        await expect(page.getByRole('group', { name: t('move.choose') })).toHaveAccessibleDescription(
          new RegExp(errors('vehicle_taken')),
        )
        await look()
        await page.getByRole('radio', { name: numberOf(others[0].id) }).check({ force: true })
        await page.getByRole('button', { name: t('move.submit') }).click()
        await expect(page.getByText(t('move.done'))).toBeVisible()
        const moved = t('event.moved', {
          from: `\u2068${localDigits(String(rented.adId), language)}\u2069`,
          to: `\u2068${localDigits(String(others[0].id), language)}\u2069`,
        })
        await expect(page.getByText(moved)).toBeVisible()
        await look()

        // A block that conflicts with the reservation offers the same way out; the former vehicle is free again.
        await page.goto(`${desk}/blocks?${blockOf(others[0].id)}`)
        await page.getByRole('button', { name: agency('blocks.submit') }).click()
        await expect(page.getByText(calendar('taken.title'))).toBeVisible()
        await page.getByRole('link', { name: t('move.nextLink', { name: 'آرمان رستگار' }), exact: true }).click()
        await expect(page.getByRole('radio')).toHaveCount(1)
        await page.getByRole('button', { name: t('move.submit') }).click()
        await expect(page.getByText(t('move.done'))).toBeVisible()

        // The calendar leads here with a vehicle: one that is taken is refused in words, with who has it.
        await page.goto(`${desk}/reservations/${rented.id}/vehicle?ad=${others[1].id}`)
        await expect(page.getByRole('alert')).toContainText(calendar('taken.title'))
        await look()
        await page.goto(`${desk}/reservations/${rented.id}/vehicle?ad=1`)
        await expect(page.getByRole('heading', { level: 1, name })).toHaveCount(0)
      },
    )

    test('in the calendar staff drag a reservation to another vehicle, and its end to a later day', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      test.skip(javaScriptEnabled === false, 'without scripts the forms are linked from the reservation')
      const companyId = await makeCompany()
      const rented = await rentFrom(request, companyId)
      await confirmTrip(rented.id)
      const other = await makeVehicle({ companyId })
      await signInStaff(page, request, { companyId, desk })
      const from = addDays(todayInTehran(), 99)
      const bar = page.getByRole('table').getByRole('link', { name: 'آرمان رستگار' })
      const drag = async (to: 'row' | 'later', leads: RegExp) => {
        await expect(async () => {
          await page.goto(`${desk}/calendar?from=${from}`)
          await wake(page)
          const { x, y, width, height } = (await bar.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
          const isRtl = language === 'fa'
          const end = isRtl ? x + 3 : x + width - 3
          const row = await page.locator(`tr:has(a[href$="/desk/fleet/${other.id}"]) td`).first().boundingBox()
          await page.mouse.move(to === 'row' ? x + width / 2 : end, y + height / 2)
          await page.mouse.down()
          if (to === 'row') await page.mouse.move(x + width / 2, (row?.y ?? 0) + 10, { steps: 4 })
          else await page.mouse.move(isRtl ? end - width / 2 : end + width / 2, y + height / 2, { steps: 4 })
          await page.mouse.up()
          await page.waitForURL(leads, { timeout: 1500, waitUntil: 'commit' })
        }).toPass()
      }
      await drag('later', /extension\?until=/)
      expect(new URL(page.url()).searchParams.get('until')?.slice(0, 10)).toBe(addDays(todayInTehran(), 104))
      await expect(page.locator('input[name=until]:checked')).toHaveValue('other')
      await expectAccessible(page)
      await page.getByRole('button', { name: extension('showPrice') }).click()
      await expect(page.getByText(extension('notFree'))).toHaveCount(0)

      await drag('row', new RegExp(`/vehicle\\?ad=${other.id}$`))
      await expect(page.getByRole('radio', { checked: true })).toHaveValue(String(other.id))
      await expectAccessible(page)
      await page.getByRole('button', { name: t('move.submit') }).click()
      await expect(page.getByText(t('move.done'))).toBeVisible()
    })
  })
}

/** A block over the days of `rentFrom`. */
function blockOf(ad: number) {
  const start = addDays(todayInTehran(), 100)
  return new URLSearchParams({ ad: String(ad), from: `${start}T12:00`, to: `${addDays(start, 1)}T12:00` })
}
