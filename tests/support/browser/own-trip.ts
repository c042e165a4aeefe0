import { randomInt } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { textFor } from '#app/i18n/texts.server.ts'
import { addDays, type CalendarDate } from '#app/rules/calendar-date.ts'
import { CURRENCY_IDS, currencyOfLanguage, LOCALE_TAGS } from '#app/rules/constants.ts'
import { doAtBank } from './at-bank.ts'
import type { Newcomer } from './sign-in.ts'
import { around, freshAddress, GAP, todayInTehran } from './traveller.ts'

type Language = 'fa' | 'en'

/** A reservation of somebody who signs in, for a vehicle that stays free around it. */
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
const DAYS_AHEAD = { from: 120, to: 300 }
const TRIES = 60

/**
 * Holds a vehicle under the person's own phone and e-mail for four days, with time before and after it, of a company
 * that confirms at once. `asksDeposit`: whether a guarantee is asked for.
 */
export async function reserveAs(
  request: APIRequestContext,
  language: Language,
  person: Newcomer,
  { asksDeposit = false }: { asksDeposit?: boolean } = {},
): Promise<OwnTestTrip> {
  const headers = { 'accept-language': LOCALE_TAGS[language], ...freshAddress() }
  for (let tries = 0; tries < TRIES; tries++) {
    const adId = randomInt(1, 1000)
    const start = addDays(todayInTehran(), randomInt(DAYS_AHEAD.from, DAYS_AHEAD.to))
    const around = new URLSearchParams({
      start_date: addDays(start, -1),
      start_time: '10:00',
      end_date: addDays(start, DAYS + 4),
      end_time: '10:00',
    })
    const found = await request.get(`/api/v2/rentals/${adId}/?${around}`, { headers })
    if (!found.ok()) continue
    const ad = await found.json()
    const fits = ['CHEQUE', 'CASH'].includes(ad.trust_type) === asksDeposit && ad.extras.extra_driver !== null
    if (ad.company.confirmation !== 'AT_ONCE' || !ad.available || !fits) continue
    const end = addDays(start, DAYS)
    const data = { ...formOf(language, person), start_date: start, end_date: end }
    const made = await request.post(`/api/v2/rentals/${adId}/reserve/`, { headers, data })
    if (made.ok()) return { ...(await made.json()), adId, start, end }
  }
  throw new Error(`no vehicle could be held in ${TRIES} tries`)
}

/** Pays on the page that asks for it, at the bank, and comes back. */
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
