import { expect, test } from '@playwright/test'
import { DRIVER, fillDriver, freeVehicle, freshPhone } from '../support/api/booking.ts'
import { DRIVER_EN, fillAddress, RESERVE } from '../support/browser/steps/booking-page.ts'
import { wake } from '../support/browser/steps/wake.ts'

test('a driver’s field is validated when it loses the focus, with the server’s messages, and again until it is valid', async ({
  page,
  request,
}) => {
  const vehicle = await freeVehicle(request, { daysAhead: 70 })
  await page.goto(`/en${vehicle.path}`)
  await wake(page)
  const requests: string[] = []
  page.on('request', (one) => {
    if (one.method() === 'POST') requests.push(one.url())
  })
  const identity = page.getByLabel(DRIVER_EN.national_id, { exact: true })
  await identity.fill('k9128')
  await expect(identity).not.toHaveAttribute('aria-invalid')
  await identity.press('Tab')
  await expect(identity).toHaveAccessibleDescription(/Passport number is invalid\.$/)
  await identity.fill('k91284406')
  await expect(identity).not.toHaveAttribute('aria-invalid')

  const name = page.getByLabel(DRIVER_EN.fullname, { exact: true })
  await name.focus()
  await name.press('Tab')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  const born = page.getByRole('group', { name: DRIVER_EN.date_of_birth })
  await born.getByLabel('Day').fill('31')
  await born.getByLabel('Month').fill('2')
  await expect(born).not.toHaveAccessibleDescription(/./)
  await born.getByLabel('Year').fill('1988')
  await born.getByLabel('Year').press('Tab')
  await expect(born).toHaveAccessibleDescription('There is no such date.')
  expect(requests).toEqual([])
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the document that a driver is asked for follows the typed country at once, and comes back with the server’s answer', async ({
  page,
  request,
}) => {
  const vehicle = await freeVehicle(request, { daysAhead: 71 })
  await page.goto(`/en${vehicle.path}`)
  await wake(page)
  await page.getByLabel(DRIVER_EN.national_id, { exact: true }).fill('123')
  await page.getByLabel('Country', { exact: true }).fill('Turkey')
  const kimlik = page.getByLabel('T.C. kimlik number', { exact: true })
  await expect(kimlik).toHaveValue('123')
  await expect(kimlik).toHaveAccessibleDescription(/^11 digits/)
  await page.getByLabel('Country', { exact: true }).fill('UAE')
  await expect(page.getByLabel('Emirates ID number', { exact: true })).toHaveAccessibleDescription(/784/)
  await page.locator('#driver').getByRole('button', RESERVE).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Emirates ID number', { exact: true })).toHaveValue('123')
  await page.getByLabel('Country', { exact: true }).fill('')
  await expect(page.getByLabel(DRIVER_EN.national_id, { exact: true })).toHaveValue('123')
})

test('an error that appears on blur does not swallow the press that caused it', async ({ page, request }) => {
  const vehicle = await freeVehicle(request, { daysAhead: 70 })
  await page.goto(`/en${vehicle.path}`)
  await wake(page)
  await fillDriver(page, DRIVER_EN, { ...DRIVER, phone: freshPhone() })
  await fillAddress(page)
  await page.getByLabel(DRIVER_EN.email, { exact: true }).fill('niloufar@example')
  await page.locator('#driver').getByRole('button', RESERVE).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
  // Corrected, its error is gone, beside the field and in the list of errors.
  const email = page.getByLabel(DRIVER_EN.email, { exact: true })
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill(DRIVER.email)
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(0)
  await page.locator('#driver').getByRole('button', RESERVE).click()
  await page.waitForURL(/\/payment\?id=/)
})

test('the sign-in’s fields are validated when they lose the focus', async ({ page }) => {
  await page.goto('/en/login')
  await wake(page)
  const email = page.getByLabel('E-mail')
  await email.fill('niloufar@example')
  await email.press('Tab')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('niloufar@example.com')
  await expect(email).not.toHaveAttribute('aria-invalid')
})
