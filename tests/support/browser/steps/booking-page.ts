import type { Page } from '@playwright/test'
import { DRIVER, type DriverWords } from '../../api/booking.ts'

/** The driver's form in English. */
export const DRIVER_EN: DriverWords = {
  fullname: 'Full name',
  national_id: 'National ID or passport number',
  country_code: 'Country code',
  phone: 'Mobile phone',
  email: 'E-mail',
  date_of_birth: 'Date of birth',
  day: 'Day',
  month: 'Month',
  year: 'Year',
}

export const RESERVE = { name: /^Reserve for/ }

/** Fills in the address that the bank needs for a payment in euro. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Country', { exact: true }).fill(DRIVER.country)
  await page.getByLabel('Address', { exact: true }).last().fill(DRIVER.address)
  await page.getByLabel('Postcode').fill(DRIVER.zip_code)
}
