import type { APIRequestContext } from '@playwright/test'
import { CURRENCY_IDS, currencyOfLanguage, LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { makeVehicle } from '../../server/own-fleet.ts'
import { apiAddress, type Driver, freshAddress, freshDriver, todayInTehran } from './traveller.ts'

/** A reservation made for a test over the API, as a mobile app would. */
export interface TestReservation {
  id: string
  number: string
  payable_now: number
  total: number
  driver: Driver
  adId: number
  start: string
  end: string
}

const DAYS_AHEAD = 120

/** Holds a car of the test's own for three days. `confirmation`: whether its company confirms at once or by hand. */
export async function reserveSome(
  request: APIRequestContext,
  language: 'fa' | 'en',
  confirmation: 'AT_ONCE' | 'BY_HAND' = 'AT_ONCE',
): Promise<TestReservation> {
  const headers = { 'accept-language': LOCALE_TAGS[language], ...freshAddress() }
  const { id: adId } = await makeVehicle({ confirmation })
  const start = addDays(todayInTehran(), DAYS_AHEAD)
  const end = addDays(start, 3)
  const driver = freshDriver(language)
  const data = { ...formOf(language, driver), start_date: start, end_date: end }
  const made = await request.post(apiAddress(`/api/v2/rentals/${adId}/reserve/`), { headers, data })
  if (!made.ok()) throw new Error(await made.text())
  return { ...(await made.json()), driver, adId, start, end }
}

function formOf(language: 'fa' | 'en', { fullname, national_id, phone }: Driver) {
  const person = { fullname, national_id, phone, date_of_birth: '1980-08-03' }
  const requested = {
    ...person,
    start_time: '10:00',
    end_time: '10:00',
    currency: String(CURRENCY_IDS[currencyOfLanguage(language)]),
  }
  if (language === 'fa') return { ...requested, country_code: '+98' }
  const address = { country: 'Germany', city: 'Bremen', address: 'Am Wall 12', zip_code: '28195' }
  return { ...requested, ...address, country_code: '+49', email: `nora.${phone}@mail.example` }
}
