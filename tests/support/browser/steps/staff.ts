import type { APIRequestContext, Page } from '@playwright/test'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { makeAgent } from '../../server/database/site-database.ts'
import { makeVehicle } from '../../server/own-fleet.ts'
import { type Newcomer, newcomer, signInByApi, startSignedIn } from './sign-in.ts'
import { apiAddress, freshAddress, todayInTehran } from './traveller.ts'

export interface Rented {
  id: string
  number: string
  adId: number
  customer: Newcomer
}

/** Reserves a vehicle of a company for somebody, with a guarantee, by default for three days. */
export async function rentFrom(request: APIRequestContext, companyId: number, days = 3): Promise<Rented> {
  const start = addDays(todayInTehran(), 100)
  const customer = newcomer('fa')
  const { id: adId } = await makeVehicle({ companyId, asksDeposit: true })
  const made = await request.post(apiAddress(`/api/v2/rentals/${adId}/reserve/`), {
    headers: { 'accept-language': 'fa-IR', ...freshAddress() },
    data: {
      fullname: 'آرمان رستگار',
      national_id: '0499370899',
      phone: customer.phone,
      country_code: '+98',
      date_of_birth: '1980-08-03',
      start_date: start,
      end_date: addDays(start, days),
      start_time: '10:00',
      end_time: '10:00',
      currency: String(CURRENCY_IDS.IRT),
    },
  })
  if (!made.ok()) throw new Error(await made.text())
  return { ...(await made.json()), adId, customer }
}

/** Signs somebody in as staff of a company: on the Persian page, where an Iranian number gets its code by SMS. */
export async function signInStaff(
  page: Page,
  request: APIRequestContext,
  { companyId, desk }: { companyId: number; desk: string },
): Promise<void> {
  const person = newcomer('fa')
  await signInByApi(request, person)
  await makeAgent(person.sentTo, companyId)
  await startSignedIn(page, 'fa', person, desk)
}
