import type { APIRequestContext } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { publicId } from '#app/api/call/public-id.ts'
import { tokenHash } from '#app/rules/access/keys.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { makeQuote } from '../server/database/quote.ts'
import { siteDatabase } from '../server/database/site-connection.ts'
import { completeRental, confirmTrip } from '../server/database/site-database.ts'
import { fillWallet } from '../server/due-payout.ts'
import { makeCompany } from '../server/own-fleet.ts'
import { reserveAs } from './steps/own-trip.ts'
import type { Newcomer } from './steps/sign-in.ts'
import { rentFrom } from './steps/staff.ts'
import { freshAddress, todayInTehran } from './steps/traveller.ts'

const START = addDays(todayInTehran(), 40)

/**
 * An address for each page with a form that changes something, by its path in `routes.ts`, outside of the desks (`desk-pages.ts` has
 * theirs): those of whoever is not signed in, with two unpaid reservations. `tests/web/page/sent-forms.test.ts` compares the
 * paths with the routes, so that none is forgotten.
 */
const VISITORS = {
  'rent/car': () => '/rent/car?city=1061',
  'book/:kind/:id/:start?/:end?': () => `/book/car/62/${START}/${addDays(START, 4)}`,
  payment: ({ trip }) => `/payment?id=${trip}`,
  login: () => '/login',
  voucher: () => '/voucher',
  'quote/:id': ({ quote }) => `/quote/${quote}`,
  'voucher/:id': ({ started }) => `/voucher/${started}`,
  'voucher/:id/phone': ({ trip }) => `/voucher/${trip}/phone`,
  'voucher/:id/contract': ({ trip }) => `/voucher/${trip}/contract`,
  'pages/complaints': () => '/pages/complaints',
  'pages/contact': () => '/pages/contact',
  newsletter: () => '/newsletter',
  'newsletter/confirm': () => '/newsletter/confirm?token=x',
  'newsletter/unsubscribe': () => '/newsletter/unsubscribe?token=x',
  'price-alert': () => `/price-alert?city=1061&start_date=${START}&end_date=${addDays(START, 4)}`,
  'price-alert/confirm': () => '/price-alert/confirm?token=x',
  'price-alert/stop': () => '/price-alert/stop?token=x',
  'unsubscribe/:token': () => '/unsubscribe/x',
} satisfies Record<string, (own: { trip: string; started: string; quote: string }) => string>

/** Those of a customer with a trip to come, one that is over and costs more, a ticket, an invitation, and money in the wallet. */
const CUSTOMERS = {
  'voucher/:id/cancel': ({ trip }) => `/voucher/${trip}/cancel`,
  'voucher/:id/cancel/account': ({ trip }) => `/voucher/${trip}/cancel/account`,
  'profile/reservation/:id': ({ trip }) => `/profile/reservation/${trip}`,
  'profile/reservation/:id#charges': ({ over }) => `/profile/reservation/${over}`,
  'profile/reservation/:id/change': ({ trip }) => `/profile/reservation/${trip}/change`,
  'profile/reservation/:id/extension': ({ near }) => `/profile/reservation/${near}/extension`,
  'profile/reservation/:id/recipient': ({ trip }) => `/profile/reservation/${trip}/recipient`,
  'profile/reservation/:id/check-in': ({ trip }) => `/profile/reservation/${trip}/check-in`,
  'profile/reservation/:id/check-in/licence': ({ trip }) => `/profile/reservation/${trip}/check-in/licence`,
  'profile/reservation/:id/check-in/drivers': ({ trip }) => `/profile/reservation/${trip}/check-in/drivers`,
  'profile/reservation/:id/check-in/identity': ({ trip }) => `/profile/reservation/${trip}/check-in/identity`,
  'profile/reservation/:id/check-in/arrival': ({ trip }) => `/profile/reservation/${trip}/check-in/arrival`,
  'profile/reservation/:id/charge/:proposal': ({ over, charge }) => `/profile/reservation/${over}/charge/${charge}`,
  'profile/ticketing/new': () => '/profile/ticketing/new',
  'profile/ticketing/:id': ({ ticket }) => `/profile/ticketing/${ticket}`,
  'profile/profile': () => '/profile/profile',
  'profile/profile/contact': () => '/profile/profile/contact',
  'profile/profile/avatar': () => '/profile/profile/avatar',
  'profile/profile/delete': () => '/profile/profile/delete',
  'profile/second-factor': () => '/profile/second-factor',
  'profile/wallet': () => '/profile/wallet',
  'profile/wallet/payout': () => '/profile/wallet/payout',
  'profile/notifications': () => '/profile/notifications',
  'profile/notifications/topics': () => '/profile/notifications/topics',
  'profile/chat/location': () => '/profile/chat/location?lat=35.70000&lng=51.40000',
  'notifications-test': () => '/notifications-test',
  'partner/apply/:step': () => '/partner/apply/company',
  'blog/:slug': () => '/blog/kish-in-two-days',
  'invitation/:token': ({ invitation }) => `/invitation/${invitation}`,
} satisfies Record<
  string,
  (own: Record<'trip' | 'near' | 'over' | 'charge' | 'ticket' | 'invitation', string>) => string
>

/** Other pages with such forms, and the test that shows what keeps them. */
const OTHERWISE: Record<string, string> = {
  'profile/reservation/:id/cheaper': 'two buttons, where there is an offer: cheaper.test.ts',
  'profile/reservation/:id/check-in/drivers/:driver':
    'pictures alone, a later one replaces the former: further-drivers.test.ts',
  'profile/reservation/:id/key-box': 'photos alone, which wait on the device: key-box-offline.test.ts',
  'profile/reservation/:id/check-in/deposit': 'one button, as the form of a payment: online-deposit.test.ts',
  'profile/price-alerts': 'buttons alone, as for the devices of /profile/profile',
  'voucher/:id/plan': 'the form of a payment, which payment has, too',
  'voucher/:id/end': 'nothing is typed: a day is chosen, its price shown, and then agreed to: monthly.test.ts',
  'newsletter/topics': 'boxes behind a token of one subscriber, the same form as /profile/notifications/topics',
  'login/factor': 'a step of a sign-in: lost-line.test.ts',
  favourites: 'the hearts of the vehicles, which /rent/car has, too',
  'profile/chat': 'messages wait by their own means: chat.test.ts',
  'profile/second-factor/codes': 'a confirmation that is there once, with nothing typed: second-factor.test.ts',
  'profile/second-factor/key': 'the browser makes a key before anything is sent: security-key.test.ts',
}

/** The paths of all of them. */
export const FORM_ROUTES = [...Object.keys(VISITORS), ...Object.keys(CUSTOMERS), ...Object.keys(OTHERWISE)]

/** The addresses of a visitor's pages with forms. */
export async function visitorsForms(request: APIRequestContext): Promise<string[]> {
  const company = await makeCompany()
  const [{ id: trip }, { id: started }] = [await rentFrom(request, company), await rentFrom(request, company)]
  const { id: quote } = await rentFrom(request, company)
  await makeQuote(quote)
  const paying = { headers: freshAddress(), data: { transaction_id: started } }
  const answer = await request.post('/api/payments/pay/online/', paying)
  if (!answer.ok()) throw new Error(await answer.text())
  return Object.values(VISITORS).map((addressOf) => addressOf({ trip, started, quote }))
}

type Customer = { person: Newcomer; access: string; trip: string }

/** The addresses of a customer's pages with forms; the trip is paid. */
export async function customersForms(
  request: APIRequestContext,
  { person, access, trip }: Customer,
): Promise<string[]> {
  const { id: over } = await reserveAs(request, 'fa', person)
  await confirmTrip(over)
  await completeRental(over)
  const { id: near } = await reserveAs(request, 'fa', person)
  await confirmTrip(near)
  await (await siteDatabase()).updateTable('reservation').set({ status: 'ACTIVE' }).where('id', '=', near).execute()
  await addLicenceSide(trip)
  // Without the extra nobody else can be named.
  await (await siteDatabase()).updateTable('reservation').set({ extra_driver: true }).where('id', '=', trip).execute()
  await chargeFor(over, 'OPEN')
  const charge = await chargeFor(over, 'ACCEPTED')
  const ticket = await writeTicket(request, access)
  const invitation = await invite(person)
  await fillWallet(person.sentTo, 1_000_000)
  return Object.values(CUSTOMERS).map((addressOf) => addressOf({ trip, near, over, charge, ticket, invitation }))
}

/** One side of the licence, without which its page has nothing to delete; the file itself is not there. */
async function addLicenceSide(reservation_id: string): Promise<void> {
  const front_key = 'licences/picture-of-nobody.jpg'
  const draft = { reservation_id, state: 'DRAFT', front_key } as const
  await (await siteDatabase()).insertInto('licence_check').values(draft).execute()
}

/** What the company asks for after a return; returns the id of its proposal. */
async function chargeFor(reservation_id: string, status: 'OPEN' | 'ACCEPTED'): Promise<string> {
  const db = await siteDatabase()
  const kind = status === 'OPEN' ? 'RETURN' : 'LATE'
  const lines = JSON.stringify([{ kind: 'late', quantity: 1, unit: 1000, amount: 1000 }])
  const { id } = await db
    .insertInto('proposal')
    .values({
      ...{ id: publicId(), reservation_id, kind, status, lines },
      ...{ amount: 1000, currency_id: CURRENCY_IDS.IRT, created_at: new Date(), sent_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function writeTicket(request: APIRequestContext, access: string): Promise<string> {
  const headers = { authorization: `Bearer ${access}`, ...freshAddress() }
  const data = { department: 'FINANCIAL', subject: 'A question', message: 'About the invoice' }
  const made = await request.post('/api/ticketing/', { headers, data })
  if (!made.ok()) throw new Error(await made.text())
  return (await made.json()).id
}

/** An invitation to a company of its own; returns the token of its address. */
async function invite({ sentTo }: Newcomer): Promise<string> {
  const db = await siteDatabase()
  const token = publicId()
  await db
    .insertInto('staff_invitation')
    .values({
      ...{ company_id: await makeCompany(), staff_role: 'DESK', phone: sentTo, token_hash: tokenHash(token) },
      ...{ created_at: new Date(), expires_at: new Date(Date.now() + 3_600_000) },
    })
    .execute()
  return token
}

/** Turns the second factor of a person on. */
export async function turnFactorOn(request: APIRequestContext, access: string) {
  const headers = { authorization: `Bearer ${access}`, ...freshAddress() }
  const { secret } = await (await request.post('/api/users/second-factor/', { headers })).json()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const done = await request.patch('/api/users/second-factor/', { headers, data: { code } })
  if (!done.ok()) throw new Error(await done.text())
}
