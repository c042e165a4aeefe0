import { sql } from 'kysely'
import type { CompanyRole } from '#app/rules/access/company-role.ts'
import type { OperatorRole } from '#app/rules/access/operator-role.ts'
import type { Language } from '#app/rules/constants.ts'
import { siteDatabase } from './site-connection.ts'

/** Sets the end of a reservation's hold to a minute ago, because the site's own clock can't be moved. */
export async function endHold(reservation: string) {
  const db = await siteDatabase()
  const hold_until = sql<Date>`now() - interval '1 minute'`
  await db.updateTable('reservation').set({ hold_until }).where('id', '=', reservation).execute()
  await db.updateTable('busy').set({ hold_until }).where('reservation_id', '=', reservation).execute()
}

/** The number of reservations of a vehicle, in any status. */
export async function reservationsOf(vehicle: number): Promise<number> {
  const db = await siteDatabase()
  return (await db.selectFrom('reservation').select('id').where('ad_id', '=', vehicle).execute()).length
}

/** Completes a confirmed rental as its company would; it then began two days ago. */
export async function completeRental(reservation: string) {
  const db = await siteDatabase()
  const status = 'COMPLETED' as const
  await db
    .updateTable('reservation')
    .set({ status, ...justEnded })
    .where('id', '=', reservation)
    .execute()
  for (const status of ['ACTIVE', 'COMPLETED'] as const) {
    const event = { reservation_id: reservation, at: new Date(), status, actor: 'COMPANY' } as const
    await db.insertInto('reservation_event').values(event).execute()
  }
}

/**
 * Sets a reservation to a status in which its company has work, without a bank or a wait: paid and waiting for the company's
 * answer, or confirmed with a rental that has begun.
 */
export async function bringToDesk(reservation: string, status: 'AWAITING_CONFIRMATION' | 'CONFIRMED') {
  const db = await siteDatabase()
  const days = status === 'CONFIRMED' ? justEnded : { confirm_by: sql<Date>`now() + interval '5 hours'` }
  const change = { status, hold_until: null, ...days }
  await db.updateTable('reservation').set(change).where('id', '=', reservation).execute()
  await takeForGood(reservation)
}

/** Sets a reservation to paid by a bank and confirmed, without going through the payment. */
export async function confirmTrip(reservation: string) {
  const db = await siteDatabase()
  await db
    .updateTable('reservation')
    .set((row) => ({ status: 'CONFIRMED', paid: row.ref('payable_now'), hold_until: null }))
    .where('id', '=', reservation)
    .execute()
  await takeForGood(reservation)
  const event = { reservation_id: reservation, at: new Date(), status: 'CONFIRMED', actor: 'SYSTEM' } as const
  await db.insertInto('reservation_event').values(event).execute()
}

/** As if the extra for a second driver had been booked. */
export async function bookSecondDriver(reservation: string) {
  const db = await siteDatabase()
  await db.updateTable('reservation').set({ extra_driver: true }).where('id', '=', reservation).execute()
}

/** Moves a paid rental to where it began yesterday, and its vehicle is out. */
export async function beginRental(reservation: string) {
  const db = await siteDatabase()
  const { days } = await db
    .selectFrom('reservation')
    .select(sql<number>`(start_at at time zone 'UTC')::date - (now() at time zone 'UTC')::date + 1`.as('days'))
    .where('id', '=', reservation)
    .executeTakeFirstOrThrow()
  const earlier = (column: 'start_at' | 'end_at') => sql<Date>`${sql.ref(column)} - make_interval(days => ${days})`
  const moved = { start_at: earlier('start_at'), end_at: earlier('end_at') }
  const dates = { start_date: sql<string>`start_date - ${days}::int`, end_date: sql<string>`end_date - ${days}::int` }
  await db
    .updateTable('reservation')
    .set({ status: 'ACTIVE', ...moved, ...dates })
    .where('id', '=', reservation)
    .execute()
  await db.updateTable('busy').set(moved).where('reservation_id', '=', reservation).execute()
}

/** Makes the account of a phone an operator; no page of the site does that for the first one. */
export async function makeOperator(phone: string, operator_role: OperatorRole = 'ALL') {
  const db = await siteDatabase()
  await db.updateTable('account').set({ role: 'ADMIN', operator_role }).where('phone', '=', phone).execute()
}

/** Makes the account of a phone staff of a company without an invitation. */
export async function makeAgent(phone: string, companyId: number, staffRole: CompanyRole = 'OWNER') {
  const db = await siteDatabase()
  const agent = { role: 'AGENT' as const, company_id: companyId, staff_role: staffRole }
  await db.updateTable('account').set(agent).where('phone', '=', phone).execute()
}

/** The origins with which a phone number was stored before WhatsApp opened. */
export async function originsNoted(phone: string): Promise<string[]> {
  const db = await siteDatabase()
  const rows = await db.selectFrom('phone_book').select('origin').where('phone', '=', phone).execute()
  return rows.map(({ origin }) => origin)
}

/** Days are counted in the fleet's time zone. */
const today = sql`(now() at time zone 'Asia/Tehran')::date`
const justEnded = {
  start_date: sql<string>`${today} - 2`,
  end_date: sql<string>`${today} - 1`,
  start_at: sql<Date>`now() - interval '2 days'`,
  end_at: sql<Date>`now() - interval '1 day'`,
}

async function takeForGood(reservation: string) {
  const db = await siteDatabase()
  const change = { status: 2, hold_until: null } as const
  await db.updateTable('busy').set(change).where('reservation_id', '=', reservation).execute()
}

/** Approves the comments on posts that begin like this, as an operator would. */
export async function approveComments(beginning: string) {
  const db = await siteDatabase()
  await db.updateTable('post_comment').set({ approved: true }).where('body', 'like', `${beginning}%`).execute()
}

/** Bans the person of a phone, as an operator would. */
export async function ban(phone: string) {
  const db = await siteDatabase()
  await db.updateTable('account').set({ banned_at: new Date() }).where('phone', '=', phone).executeTakeFirstOrThrow()
}

/** The time zone of the account of a phone. */
export async function timeZoneOf(phone: string): Promise<string | null | undefined> {
  const db = await siteDatabase()
  const row = await db.selectFrom('account').select('time_zone').where('phone', '=', phone).executeTakeFirst()
  return row?.time_zone
}

/** The id of the account of a phone. */
export async function accountOf(phone: string): Promise<string> {
  const db = await siteDatabase()
  return (await db.selectFrom('account').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()).id
}

/** Whether the account of a phone gets news by e-mail. */
export async function wantsNews(phone: string): Promise<boolean | undefined> {
  const db = await siteDatabase()
  const row = await db.selectFrom('account').select('notifications').where('phone', '=', phone).executeTakeFirst()
  return row?.notifications.marketing
}

/** Adds a security key to the account of a phone whose second factor is on: only a browser with scripts can register one. */
export async function giveSecurityKey(phone: string, name: string) {
  const db = await siteDatabase()
  const { id } = await db.selectFrom('account').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()
  const key = { credential_id: crypto.randomUUID(), public_key: '', counter: 0, transports: [] }
  await db
    .insertInto('security_key')
    .values({ id: crypto.randomUUID().replaceAll('-', ''), account_id: id, name, created_at: new Date(), ...key })
    .execute()
}

/** Sets the last proof of the second factor to an hour ago, for all sessions of a phone. */
export async function forgetFactorProof(phone: string) {
  const db = await siteDatabase()
  const { id } = await db.selectFrom('account').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()
  await db
    .updateTable('session')
    .set({ factor_at: sql<Date>`now() - interval '1 hour'` })
    .where('account_id', '=', id)
    .where('factor_at', 'is not', null)
    .execute()
}

/** Gives a vehicle approved reviews with a rating each, as an import would. */
export async function reviewVehicle(
  ad_id: number,
  reviews: readonly { score: number; body: string; language: Language }[],
) {
  const db = await siteDatabase()
  const rows = reviews.map((review) => ({ ad_id, author: 'Sina', approved: true, account_id: null, ...review }))
  await db.insertInto('ad_comment').values(rows).execute()
  const rating_sum = reviews.reduce((sum, { score }) => sum + score, 0)
  await db.updateTable('ad').set({ rating_sum, rating_count: reviews.length }).where('id', '=', ad_id).execute()
}

/** The address of a rental of a company with photos of both its records. */
export async function rentalWithPhotos(company: number): Promise<string> {
  const db = await siteDatabase()
  const { share_id } = await db
    .selectFrom('protocol_photo')
    .innerJoin('reservation', 'reservation.id', 'protocol_photo.reservation_id')
    .select('reservation.share_id')
    .where('reservation.company_id', '=', company)
    .where('protocol_photo.kind', '=', 'RETURN')
    .where('protocol_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return share_id
}
