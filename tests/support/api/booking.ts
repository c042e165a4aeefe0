import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { Language } from '#app/rules/constants.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { addDays, type CalendarDate, partsIn } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiAddress, freshAddress } from '../browser/steps/traveller.ts'
import { makeVehicle } from '../server/own-fleet.ts'

/** What a browser test books: a vehicle of its own, and dates for it. */
export interface FreeVehicle {
  id: number
  title: string
  start: CalendarDate
  end: CalendarDate
  path: string
}

/** A car of the test's own (see `makeVehicle`), and five days for it that start this many days from now. */
export async function freeVehicle(
  request: APIRequestContext,
  { daysAhead = 20, days = 5, language = 'en' }: { daysAhead?: number; days?: number; language?: Language } = {},
): Promise<FreeVehicle> {
  const start = addDays(dateIn('Asia/Tehran', new Date()), daysAhead)
  const end = addDays(start, days)
  const { id } = await makeVehicle()
  const answer = await request.get(apiAddress(`/api/v2/rentals/${id}/`), { headers: { 'accept-language': language } })
  const { title } = await answer.json()
  return { id, title, start, end, path: `/book/car/${id}/${start}/${end}` }
}

export const DRIVER = {
  fullname: 'Niloufar Rastegar',
  national_id: 'K91284406',
  country_code: '+49',
  email: 'niloufar@example.com',
  date_of_birth: '1988-08-29',
  country: 'Germany',
  city: 'Berlin',
  address: 'Torstraße 1',
  zip_code: '10119',
}

/** An Iranian mobile number that no other test uses, in its local form of eleven digits. */
export function freshPhone(): string {
  return `151${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
}

/** Reserves by the API and returns the reservation's id. A key belongs to the address that it comes from. */
export async function reserve(
  request: APIRequestContext,
  vehicle: FreeVehicle,
  phone: string,
  once?: { key: string; address: Record<string, string> },
  email = `niloufar.${phone}@example.com`,
): Promise<string> {
  const time = { start_date: vehicle.start, start_time: '10:00', end_date: vehicle.end, end_time: '10:00' }
  const answer = await request.post(apiAddress(`/api/v2/rentals/${vehicle.id}/reserve/`), {
    data: { ...time, ...DRIVER, phone, email, currency: 'EUR' },
    headers: {
      'accept-language': 'en',
      ...(once?.address ?? freshAddress()),
      ...(once && { 'idempotency-key': once.key }),
    },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  return (await answer.json()).id
}

/** Cancels a reservation, so that other tests can book its vehicle. */
export async function cancel(request: APIRequestContext, reservation: string): Promise<void> {
  await request.patch(apiAddress(`/api/business/rent/ad/reserve/${reservation}/cancel/`), { data: {} })
}

/** Fills the driver's form of the booking page. */
export async function fillDriver(page: Page, words: DriverWords, driver: Record<string, string>): Promise<void> {
  await page.getByLabel(words.fullname, { exact: true }).fill(driver.fullname ?? '')
  // Its label follows the country.
  await page.locator('input[name=national_id]').fill(driver.national_id ?? '')
  await page.getByLabel(words.country_code, { exact: true }).fill(driver.country_code ?? '')
  await page.getByLabel(words.phone, { exact: true }).fill(driver.phone ?? '')
  await page
    .getByLabel(words.email)
    .first()
    .fill(driver.email ?? '')
  const born = page.getByRole('group', { name: words.date_of_birth })
  const [day, month, year] = (driver.born ?? '29 8 1988').split(' ')
  for (const [label, value] of [
    [words.day, day],
    [words.month, month],
    [words.year, year],
  ] as const)
    await born.getByLabel(label).fill(value ?? '')
}

export interface DriverWords {
  fullname: string
  national_id: string
  country_code: string
  phone: string
  email: string
  date_of_birth: string
  day: string
  month: string
  year: string
}

/** The amounts of a bill as it is shown, in whole units, its total last. */
export async function amountsOf(bill: Locator): Promise<number[]> {
  const texts = await bill.getByRole('definition').allTextContents()
  return texts.map((text) => {
    const amount = Number(toLatinDigits(text).replace(/\D/g, ''))
    return /[−-]/.test(text) ? -amount : amount
  })
}

/** The day of the month in the calendar that the language's pages use. */
export function dayOf(date: CalendarDate, language: Language): string {
  return String(partsIn(date, language === 'fa' ? 'jalali' : 'gregorian').day)
}
