import type { APIRequestContext, Page } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CURRENCY_IDS, currencyOfLanguage, LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { makeVehicle } from '../../server/own-fleet.ts'
import { doAtBank } from './at-bank.ts'
import type { Newcomer } from './sign-in.ts'
import { apiAddress, around, freshAddress, GAP, todayInTehran } from './traveller.ts'

type Language = 'fa' | 'en'

/** A reservation of somebody who can sign in, for a vehicle of the test's own. */
export interface OwnTestTrip {
  id: string
  number: string
  payable_now: number
  total: number
  adId: number
  start: CalendarDate
  end: CalendarDate
}

const DAYS = 4
const DAYS_AHEAD = 120

/**
 * Holds a car of the test's own under the person's phone and e-mail for four days, of a company that confirms at once.
 * `asksDeposit`: whether the company wants a guarantee.
 */
export async function reserveAs(
  request: APIRequestContext,
  language: Language,
  person: Newcomer,
  { asksDeposit = false }: { asksDeposit?: boolean } = {},
): Promise<OwnTestTrip> {
  const headers = { 'accept-language': LOCALE_TAGS[language], ...freshAddress() }
  const { id: adId } = await makeVehicle({ asksDeposit })
  const start = addDays(todayInTehran(), DAYS_AHEAD)
  const end = addDays(start, DAYS)
  const data = { ...formOf(language, person), start_date: start, end_date: end }
  const made = await request.post(apiAddress(`/api/v2/rentals/${adId}/reserve/`), { headers, data })
  if (!made.ok()) throw new Error(await made.text())
  return { ...(await made.json()), adId, start, end }
}

/** Pays from the present page at the bank and comes back. */
export async function payHere(page: Page, language: Language, isScripted: boolean) {
  const payment = textFor(language, 'payment')
  await page.getByRole('button', { name: around(payment('pay', { amount: GAP })) }).click()
  await doAtBank(page, language, 'pay', { isScripted })
}

function formOf(language: Language, { phone, dialCode, email }: Newcomer) {
  const requested = {
    fullname: language === 'fa' ? 'آرمان رستگار' : 'Nora Winter',
    national_id: language === 'fa' ? '0499370899' : 'C01X0006H',
    date_of_birth: '1980-08-03',
    phone,
    country_code: dialCode,
    email,
    start_time: '10:00',
    end_time: '10:00',
    currency: String(CURRENCY_IDS[currencyOfLanguage(language)]),
  }
  if (language === 'fa') return requested
  return { ...requested, country: 'Germany', city: 'Bremen', address: 'Am Wall 12', zip_code: '28195' }
}
