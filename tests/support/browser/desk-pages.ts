import { randomBytes, randomInt } from 'node:crypto'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import pageRoutes from '#app/routes.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { DEFAULT_NOTIFICATIONS } from '#app/rules/messages/notifications.ts'
import { siteDatabase } from '../server/database/site-connection.ts'
import { rentalWithPhotos } from '../server/database/site-database.ts'
import { leaveDispute } from '../server/dispute.ts'
import { leaveDraftNews } from '../server/draft-news.ts'
import {
  leaveCardReturnOpen,
  leavePaymentToPerson,
  makeWaitingBatch,
  oweToUncheckedAccount,
  requestPayout,
} from '../server/due-payout.ts'
import { leaveRecord } from '../server/hand-over-record.ts'

/** The company whose staff see the desk's pages. */
export const DESK_COMPANY = DEMONSTRATION_PEOPLE.find(({ identity }) => identity === 'agency')?.companyId ?? 0

type Params = Record<string, string | number | undefined>

/**
 * An address for each page of the company's or the operators' desk, by its path in `routes.ts`, so that none is forgotten.
 * `self` is the phone of the person who visits them. Throws when the demonstration has nothing to show on a page.
 */
export async function deskPages(
  under: 'desk' | 'operator',
  self: string,
): Promise<{ address: string; file: string }[]> {
  const params = under === 'desk' ? await deskParams() : await operatorParams(self)
  return routesUnder(under).map(({ path, file }) => {
    const filled = params[path] ?? (path.includes(':') ? undefined : path)
    if (filled === undefined) throw new Error(`${path} has no address here`)
    return { address: `/${filled}`, file }
  })
}

function routesUnder(under: string): { path: string; file: string }[] {
  const top = (pageRoutes as RouteConfigEntry[]).find(({ path, children }) => path === under && children)
  // A layout without a path of its own may stand between a desk and its pages.
  const pages = (top?.children ?? []).flatMap((one) => (one.path || one.index ? one : (one.children ?? [])))
  return pages.map(({ path = '', file }) => ({ path: [under, path].filter(Boolean).join('/'), file }))
}

async function deskParams(): Promise<Params> {
  const db = await siteDatabase()
  const company = DESK_COMPANY
  const reservation = async (...status: ('AWAITING_CONFIRMATION' | 'CONFIRMED' | 'ACTIVE' | 'COMPLETED')[]) =>
    (
      await db
        .selectFrom('reservation')
        .select('id')
        .where('company_id', '=', company)
        .where('status', 'in', status)
        // A long one has a plan, and other pages.
        .where('days', '<=', 30)
        .orderBy('start_at')
        .executeTakeFirstOrThrow()
    ).id
  const ad = (await db.selectFrom('ad').select('id').where('company_id', '=', company).executeTakeFirstOrThrow()).id
  const place = await db.selectFrom('place').select('id').where('company_id', '=', company).executeTakeFirstOrThrow()
  const colleague = await db
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', company)
    .where('staff_role', '=', 'DRIVER')
    .executeTakeFirstOrThrow()
  const chat = await db
    .selectFrom('conversation')
    .select('id')
    .where('company_id', '=', company)
    .where('last_seq', '>', 0)
    .executeTakeFirstOrThrow()
  const due = await db
    .selectFrom('vehicle_due')
    .select(['id', 'ad_id'])
    .where('company_id', '=', company)
    .where('done_on', 'is', null)
    .executeTakeFirstOrThrow()
  const unsent = await db
    .selectFrom('proposal')
    .innerJoin('reservation', 'reservation.id', 'proposal.reservation_id')
    .select('proposal.reservation_id')
    .where('reservation.company_id', '=', company)
    .where('proposal.status', '=', 'DRAFT')
    .executeTakeFirstOrThrow()
  const fine = await db
    .selectFrom('fine')
    .select('id')
    .where('company_id', '=', company)
    .where('match', '=', 'FOUND')
    .executeTakeFirstOrThrow()
  const file = await db
    .insertInto('fleet_import')
    .values({ company_id: company, name: 'cars.csv', csv: IMPORTED, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = await bankLine(company)
  const closing = await db
    .insertInto('cash_closing')
    .values({
      ...{ company_id: company, currency_id: CURRENCY_IDS.IRT, on_date: '2020-01-01', opening: 0, booked: 200_000 },
      ...{ counts: '{"100000":1}', counted: 100_000, kept: 0, reason: 'OTHER', note: 'Short', closed_at: new Date() },
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'currency_id', 'on_date']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const monthly = await db
    .selectFrom('reservation')
    .innerJoin('rental_plan', 'rental_plan.reservation_id', 'reservation.id')
    .select('reservation.share_id')
    .where('reservation.company_id', '=', company)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  const at = 'desk/reservations'
  const vehicle = (page: string) => [`desk/fleet/:id${page}`, `desk/fleet/${ad}${page}`] as const
  const review = await db
    .selectFrom('ad_comment')
    .innerJoin('ad', 'ad.id', 'ad_comment.ad_id')
    .select('ad_comment.id')
    .where('company_id', '=', company)
    .where('approved', '=', true)
    .executeTakeFirstOrThrow()
  return {
    'desk/reviews/:id': `desk/reviews/${review.id}`,
    'desk/fleet/many/state': `desk/fleet/many/state?to=pause&ids=${ad}`,
    'desk/fleet/many/prices': `desk/fleet/many/prices?ids=${ad}`,
    'desk/fleet/many/due': `desk/fleet/many/due?ids=${ad}`,
    'desk/fleet/many/tags': `desk/fleet/many/tags?ids=${ad}`,
    'desk/fleet/many/terms': `desk/fleet/many/terms?ids=${ad}`,
    [`${at}/:id`]: `${at}/${await reservation('CONFIRMED')}`,
    [`${at}/:id/invoices`]: `${at}/${await reservation('CONFIRMED')}/invoices`,
    [`${at}/:id/recipient`]: `${at}/${await reservation('CONFIRMED')}/recipient`,
    [`${at}/:id/hand-over`]: `${at}/${await reservation('CONFIRMED')}/hand-over`,
    [`${at}/:id/take-back`]: `${at}/${await reservation('ACTIVE')}/take-back`,
    [`${at}/:id/late-fee`]: `${at}/${await reservation('ACTIVE')}/late-fee`,
    [`${at}/:id/charge`]: `${at}/${await reservation('COMPLETED')}/charge`,
    [`${at}/:id/proposal`]: `${at}/${unsent.reservation_id}/proposal`,
    [`${at}/:id/rent`]: `${at}/${await reservation('ACTIVE')}/rent`,
    [`${at}/:id/odometer/:kind`]: `${at}/${await leaveRecord(await reservation('COMPLETED'))}/odometer/pick-up`,
    [`${at}/:id/photos`]: `${at}/${await rentalWithPhotos(company)}/photos`,
    [`${at}/:id/extension`]: `${at}/${await reservation('ACTIVE')}/extension`,
    [`${at}/:id/plan`]: `${at}/${monthly.share_id}/plan`,
    [`${at}/:id/end`]: `${at}/${monthly.share_id}/end`,
    [`${at}/:id/contract`]: `${at}/${await reservation('CONFIRMED')}/contract`,
    [`${at}/:id/check-in`]: `${at}/${await reservation('CONFIRMED')}/check-in`,
    [`${at}/:id/drivers`]: `${at}/${await reservation('CONFIRMED')}/drivers`,
    [`${at}/:id/key-box`]: `${at}/${await reservation('CONFIRMED')}/key-box`,
    [`${at}/:id/vehicle`]: `${at}/${await reservation('CONFIRMED')}/vehicle`,
    [`${at}/:id/:action`]: `${at}/${await reservation('AWAITING_CONFIRMATION')}/reject`,
    'desk/messages/:id': `desk/messages/${chat.id}`,
    'desk/staff/:id/remove': `desk/staff/${colleague.id}/remove`,
    'desk/company/places/:id': `desk/company/places/${place.id}`,
    ...Object.fromEntries(
      ['', '/photos', '/pause', '/retire', '/copy', '/prices', '/key-box', '/details'].map(vehicle),
    ),
    'desk/developers/keys/:key': `desk/developers/keys/${await storeKey(company)}`,
    ...(await webhookPages(company)),
    'desk/customers/:id': `desk/customers/${await reservation('COMPLETED')}`,
    'desk/fleet/imports/:id': `desk/fleet/imports/${file.id}`,
    'desk/cash/closings/:id': `desk/cash/closings/${closing?.id ?? (await anyClosing(company))}`,
    'desk/bank/:id': `desk/bank/${line}`,
    'desk/fines/:id': `desk/fines/${fine.id}`,
    'desk/fleet/:id/due': `desk/fleet/${due.ad_id}/due`,
    'desk/fleet/:id/due/:due': `desk/fleet/${due.ad_id}/due/${due.id}`,
  }
}

async function anyClosing(company: number): Promise<number> {
  const db = await siteDatabase()
  const { id } = await db
    .selectFrom('cash_closing')
    .select('id')
    .where('company_id', '=', company)
    .executeTakeFirstOrThrow()
  return id
}

/** A key for programs of the company; returns its id. */
async function storeKey(company_id: number): Promise<number> {
  const db = await siteDatabase()
  const { id } = await db
    .insertInto('api_key')
    .values({
      ...{ company_id, name: crypto.randomUUID(), hint: 'svr_live_9tQk', scopes: ['fleet:read'] },
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The pages of an endpoint that answered once, and failed before. */
async function webhookPages(company_id: number): Promise<Params> {
  const db = await siteDatabase()
  const at = new Date()
  const { id } = await db
    .insertInto('webhook')
    .values({
      company_id,
      url: 'https://crm.example/events',
      events: ['vehicle.changed'],
      is_on: false,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const delivery = await db
    .insertInto('webhook_delivery')
    .values({ webhook_id: id, status: 'DELIVERED', next_at: at, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = { delivery_id: delivery.id, at, ms: 340, request_headers: '{"webhook-signature":"v1,…"}' }
  await db
    .insertInto('webhook_try')
    .values([
      { ...made, problem: 'too_slow', ms: 15_000 },
      { ...made, status: 200, response_headers: '{"content-type":"text/plain"}', response_body: 'Thanks' },
    ])
    .execute()
  return {
    'desk/developers/webhooks/:id': `desk/developers/webhooks/${id}`,
    'desk/developers/webhooks/:id/deliveries': `desk/developers/webhooks/${id}/deliveries`,
    'desk/developers/deliveries/:id': `desk/developers/deliveries/${delivery.id}`,
  }
}

/** A line of the company's bank that nothing in its books is. */
async function bankLine(company_id: number): Promise<number> {
  const db = await siteDatabase()
  const own = { company_id, currency_id: CURRENCY_IDS.IRT }
  const day = '2026-01-01'
  const { id } = await db
    .insertInto('bank_statement')
    .values({
      ...{ ...own, name: 'bank.xml', format: 'CAMT053', sha256: crypto.randomUUID().padEnd(64, '0'), lines: 1 },
      ...{ from_on: day, to_on: day, created_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = await db
    .insertInto('bank_line')
    .values({
      ...{ ...own, statement_id: id, on_date: day, amount: 1_250_000, reference: 'R-7719', name: 'Rostami', text: '' },
      identity: crypto.randomUUID().padEnd(64, '0'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return line.id
}

/** Somebody whom a test of every form may ban: nobody signs in as them. */
async function storeStranger(): Promise<string> {
  const db = await siteDatabase()
  const { id } = await db
    .insertInto('account')
    .values({
      id: randomBytes(16).toString('base64url'),
      phone: `+98913${String(randomInt(10_000_000)).padStart(7, '0')}`,
      notifications: JSON.stringify(DEFAULT_NOTIFICATIONS),
      activated_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const IMPORTED = `reference,brand,model,type,colour,year,gearbox,fuel,seats,price_1,trust_type
T-1,Peugeot,207,hatchback,white,2022,manual,petrol,5,1850000,deposit_free
T-2,Peugeot,207,hatchback,white,2022,manual,petrol,5,none,deposit_free`

async function operatorParams(self: string): Promise<Params> {
  const db = await siteDatabase()
  const { id: person } = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'CLIENT')
    .where('phone', '<>', self)
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  // Of which something can be refunded.
  const payment = await db
    .selectFrom('payment')
    .innerJoin('reservation', 'reservation.id', 'payment.reservation_id')
    .select('payment.id')
    .where('payment.status', '=', 'PAID')
    .where('payment.settled_as', '=', 'RESERVATION')
    .where('reservation.status', '=', 'CONFIRMED')
    .where('reservation.company_id', '=', DESK_COMPANY)
    .orderBy('payment.created_at')
    .executeTakeFirstOrThrow()
  const company = DESK_COMPANY
  const application = await db
    .selectFrom('partner_application')
    .select('id')
    .where('status', '=', 'SENT')
    .executeTakeFirstOrThrow()
  const answer = await db.selectFrom('canned_answer').select('id').executeTakeFirstOrThrow()
  const ad = await db.selectFrom('ad').select('id').executeTakeFirstOrThrow()
  const city = await db.selectFrom('city').select('id').executeTakeFirstOrThrow()
  const place = await db.selectFrom('place').select('id').where('company_id', '=', company).executeTakeFirstOrThrow()
  const places = `operator/companies/${company}/places`
  const companyPlaces = {
    'operator/companies/:id/places': places,
    'operator/companies/:id/places/new': `${places}/new`,
    'operator/companies/:id/places/:place': `${places}/${place.id}`,
  }
  const colleague = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('phone', '<>', self)
    .executeTakeFirstOrThrow()
  const reservation = async (status: 'AWAITING_CONFIRMATION' | 'CONFIRMED' | 'COMPLETED') =>
    (
      await db
        .selectFrom('reservation')
        .select('id')
        .where('status', '=', status)
        .orderBy('start_at', 'desc')
        .executeTakeFirstOrThrow()
    ).id
  const [waiting, coming, done] = [
    await reservation('AWAITING_CONFIRMATION'),
    await reservation('CONFIRMED'),
    await reservation('COMPLETED'),
  ]
  const dispute = await leaveDispute()
  const draft = await leaveDraftNews()
  const post = await db.selectFrom('post').select('slug').executeTakeFirstOrThrow()
  const featured = await db.selectFrom('featured_listing').select('id').executeTakeFirstOrThrow()
  const room = await db.selectFrom('conversation').select('id').where('kind', '=', 'TICKET').executeTakeFirstOrThrow()
  return {
    'operator/people/:id': `operator/people/${person}`,
    'operator/people/:id/ban': `operator/people/${await storeStranger()}/ban`,
    'operator/people/:id/second-factor': `operator/people/${person}`,
    'operator/people/:id/sign-in-link': `operator/people/${person}/sign-in-link`,
    'operator/people/:id/correct': `operator/people/${person}/correct`,
    'operator/reservations/:id': `operator/reservations/${done}`,
    'operator/reservations/:id/cancel': `operator/reservations/${coming}/cancel`,
    'operator/reservations/:id/move': `operator/reservations/${coming}/move`,
    'operator/reservations/:id/:action': `operator/reservations/${waiting}/reject`,
    'operator/payments/:id': `operator/payments/${payment.id}`,
    'operator/payments/:id/invoice': `operator/payments/${payment.id}/invoice`,
    'operator/payments/:id/refund': `operator/payments/${payment.id}/refund`,
    'operator/payments/:id/review': `operator/payments/${await leavePaymentToPerson()}/review`,
    'operator/companies/:id': `operator/companies/${company}`,
    'operator/companies/:id/keys': `operator/companies/${company}/keys`,
    'operator/companies/:id/keys/new': `operator/companies/${company}/keys/new`,
    'operator/companies/:id/keys/:key': `operator/companies/${company}/keys/${await storeKey(company)}`,
    'operator/companies/:id/suspend': `operator/companies/${company}/suspend`,
    'operator/companies/:id/commission': `operator/companies/${company}/commission`,
    'operator/companies/:id/bank': `operator/companies/${await oweToUncheckedAccount()}/bank`,
    'operator/operators/:id': `operator/operators/${colleague.id}`,
    ...companyPlaces,
    'operator/partners/:id': `operator/partners/${application.id}`,
    'operator/inbox/answers/:id': `operator/inbox/answers/${answer.id}`,
    'operator/inbox/:id': `operator/inbox/${room.id}`,
    'operator/moderation/listings/:id': `operator/moderation/listings/${ad.id}`,
    'operator/texts/:kind/:slug': 'operator/texts/page/about-us',
    'operator/texts/:kind/:slug/publish': 'operator/texts/page/about-us/publish',
    'operator/texts/post/:slug/picture': `operator/texts/post/${post.slug}/picture`,
    'operator/featured/:id': `operator/featured/${featured.id}`,
    'operator/news/:id': `operator/news/${draft}`,
    'operator/news/:id/send': `operator/news/${draft}/send`,
    'operator/cities/:id': `operator/cities/${city.id}`,
    'operator/contacts/:id': 'operator/contacts/new',
    'operator/apps/:id': 'operator/apps/new',
    'operator/templates/:key': 'operator/templates/confirmed.title',
    'operator/disputes/:id': `operator/disputes/${dispute}`,
    'operator/disputes/:id/ruling': `operator/disputes/${dispute}/ruling`,
    'operator/card-returns/:id': `operator/card-returns/${await leaveCardReturnOpen()}`,
    'operator/payouts/:id': `operator/payouts/${await makeWaitingBatch()}`,
    'operator/payouts/requested/:id': `operator/payouts/requested/${await requestPayout(person)}`,
    // The demonstration has no photo that somebody reported.
    'operator/moderation/photos/:id': 'operator/moderation/photos',
  }
}
