import { expect, test } from '@playwright/test'
import { cancel, DRIVER, fillDriver, freeVehicle, freshPhone } from '../../support/api/booking.ts'
import { WITH_SCRIPTS } from '../../support/browser/matrix.ts'
import { DRIVER_EN, fillAddress, RESERVE } from '../../support/browser/steps/booking-page.ts'
import { wake } from '../../support/browser/steps/wake.ts'

test(
  'Back from the payment page says that this traveller holds the vehicle and keeps the form, until the hold is cancelled',
  WITH_SCRIPTS,
  async ({ page, browser, request, javaScriptEnabled }) => {
    const vehicle = await freeVehicle(request, { daysAhead: 70 })
    await page.goto(`/en${vehicle.path}`)
    if (javaScriptEnabled) await wake(page)
    await page.getByRole('checkbox', { name: 'Second driver' }).check()
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Update price' }).first().click()
    const bill = page.getByRole('complementary', { name: 'Price summary' })
    await expect(bill.getByText('Second driver')).toBeVisible()
    await fillDriver(page, DRIVER_EN, { ...DRIVER, phone: freshPhone() })
    await fillAddress(page)
    const amount = await page.locator('#driver').getByRole('button', RESERVE).textContent()
    await page.locator('#driver').getByRole('button', RESERVE).click()
    await page.waitForURL(/\/payment\?id=/)
    const id = new URL(page.url()).searchParams.get('id') ?? ''
    const until = /held for you until (\d\d:\d\d)/.exec(
      (await page.getByText('held for you until').textContent()) ?? '',
    )

    // Without JavaScript the previous history entry is the answer to a POST, which a browser would offer to send again.
    if (javaScriptEnabled) await page.goBack()
    else await page.goto(`/en${vehicle.path}`)
    const held = page.getByRole('region', { name: 'Continue to payment' })
    await expect(held.first()).toContainText(`You are holding this vehicle until ${until?.[1]}, Qeshm time.`)
    await expect(page.getByText('Somebody else has this vehicle')).toHaveCount(0)
    await expect(page.getByText('Not available at this time')).toHaveCount(0)
    await expect(page.getByRole('button', RESERVE)).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'Pick-up' }).getByLabel('Date')).toHaveValue(vehicle.start)
    await expect(page.getByRole('checkbox', { name: 'Second driver' })).toBeChecked()
    await expect(page.getByLabel(DRIVER_EN.fullname, { exact: true })).toHaveValue(DRIVER.fullname)
    await expect(page.getByRole('group', { name: DRIVER_EN.date_of_birth }).getByLabel('Year')).toHaveValue('1988')
    await expect(bill).toContainText((amount ?? '').replace('Reserve for ', ''))

    const results = `/en/rent/car?city=Qeshm&start_date=${vehicle.start}&end_date=${vehicle.end}`
    for (const path of ['/en', results]) {
      const answer = await page.goto(path)
      expect(answer?.headers()['cache-control']).toBe('private, no-store')
      await expect(held).toContainText(`You are holding ${vehicle.title} until ${until?.[1]}, Qeshm time.`)
      const other = await (await browser.newContext()).newPage()
      await other.goto(path)
      await expect(other.getByRole('main')).toBeVisible()
      await expect(other.getByRole('region', { name: 'Continue to payment' })).toHaveCount(0)
      await other.context().close()
    }
    await held.getByRole('link', { name: 'Continue to payment' }).click()
    await page.waitForURL(new RegExp(`/en/payment\\?id=${id}`))
    await cancel(request, id)
    await page.goto('/en')
    await expect(page.getByRole('main')).toBeVisible()
    await expect(held).toHaveCount(0)
    expect((await page.context().cookies()).filter(({ name }) => name.endsWith('held'))).toEqual([])
  },
)
