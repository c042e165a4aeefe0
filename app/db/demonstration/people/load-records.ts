import { type Kysely, type NotNull, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { decideBy } from '#app/rules/reservation/charges/dispute.ts'
import { chargesAtReturn, sumOf } from '#app/rules/reservation/charges/return-proposal.ts'
import {
  type Damage,
  FUEL_EIGHTHS,
  PHOTO_VIEWS,
  type PhotoView,
  type ProtocolKind,
} from '#app/rules/reservation/protocol.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/rules/time/durations.ts'
import { newId } from './new-id.ts'

const COMPANY = 12
/** Of this many of the latest rentals that have ended, and of as many that have not, there are photos. */
const WITH_PHOTOS = 4
const KM_A_DAY = 140
const VIEWS = PHOTO_VIEWS.filter((view) => view !== 'OTHER' && view !== 'FRONT_RIGHT')

/** Stores a photo under this key, with a scratch or without, and says what its row needs. */
export type KeepPhoto = (
  key: string,
  view: PhotoView,
  isScratched: boolean,
) => Promise<{ sha256: string; bytes: number; width: number; height: number }>

type Account = { id: string; fullname: string }
type Staff = Record<'agency' | 'counter' | 'driver' | 'admin', Account>

/**
 * Loads the records of hand-over and return of the demonstration's agency, two charges that they led to (one is not sent yet, one
 * disputed), and what its people and the operators did in the log. Without `keepPhoto` the records have no photos.
 */
export async function loadRecords(tx: Kysely<DB>, now: Date, keepPhoto?: KeepPhoto): Promise<void> {
  const staff = await staffOf(tx)
  if (!staff) return
  await writeRecords(tx, staff, keepPhoto)
  await writeCharges(tx, staff, now)
  await writeLog(tx, staff, now)
}

async function staffOf(tx: Kysely<DB>): Promise<Staff | undefined> {
  const rows = await tx.selectFrom('account').select(['id', 'fullname', 'phone']).execute()
  const named = (['agency', 'counter', 'driver', 'admin'] as const).flatMap((identity) => {
    const { phone } = DEMONSTRATION_PEOPLE.find((one) => one.identity === identity)!
    const row = rows.find((one) => one.phone === phone)
    return row ? [[identity, { id: row.id, fullname: row.fullname ?? '' }] as const] : []
  })
  return named.length === 4 ? (Object.fromEntries(named) as Staff) : undefined
}

const SCRATCH: Damage = { zone: 'REAR_BUMPER', type: 'SCRATCH', size: 'COIN' }
const DENT: Damage = { zone: 'FRONT_LEFT_DOOR', type: 'DENT', size: 'HAND' }

/** The records of every rental whose vehicle went out, oldest first, so that the readings of a vehicle only grow. */
async function writeRecords(tx: Kysely<DB>, staff: Staff, keepPhoto: KeepPhoto | undefined) {
  const events = await tx
    .selectFrom('reservation_event as event')
    .innerJoin('reservation', 'reservation.id', 'event.reservation_id')
    .innerJoin('ad', 'ad.id', 'reservation.ad_id')
    .select(['event.status', 'event.at', 'reservation.id', 'reservation.ad_id', 'reservation.fullname'])
    .select(['reservation.days', 'reservation.terms', 'ad.fuel'])
    .$narrowType<{ terms: NotNull }>()
    .where('reservation.company_id', '=', COMPANY)
    .where('event.status', 'in', ['ACTIVE', 'COMPLETED'])
    .where('event.actor', '=', 'COMPANY')
    .orderBy('event.at')
    .execute()
  const odometers = new Map<number, number>()
  const records: { id: string; reservation: string; kind: ProtocolKind; at: Date; by: string }[] = []
  for (const [index, event] of events.entries()) {
    const { id: reservation, ad_id, at, fullname, days, fuel, terms } = event
    const kind = event.status === 'ACTIVE' ? 'PICK_UP' : 'RETURN'
    const before = odometers.get(ad_id) ?? (await firstReading(tx, ad_id))
    const odometer = before + (kind === 'RETURN' ? days * KM_A_DAY : 6)
    odometers.set(ad_id, odometer)
    const by = kind === 'PICK_UP' && index % 2 === 0 ? staff.driver : staff.counter
    const isElectric = fuel === 'ELECTRIC'
    // Some come back with less in the tank, and a few with a new damage.
    const level = kind === 'RETURN' && index % 3 === 0 ? FUEL_EIGHTHS - 2 : FUEL_EIGHTHS
    const marks = kind === 'RETURN' && index % 5 === 3 ? [index % 2 === 0 ? DENT : SCRATCH] : []
    const id = newId()
    await tx
      .insertInto('protocol')
      .values({
        ...{ id, reservation_id: reservation, ad_id, kind, odometer, keys: 2 },
        ...{ fuel: isElectric ? null : level, charge: isElectric ? Math.round((level * 100) / FUEL_EIGHTHS) : null },
        ...{ kit: JSON.stringify(['SPARE_WHEEL', 'TRIANGLE', 'PAPERS']), known: '[]', marks: JSON.stringify(marks) },
        ...{ terms: JSON.stringify(terms), account_id: by.id, done_at: at },
        handed_by: kind === 'PICK_UP' ? by.fullname : fullname,
        received_by: kind === 'PICK_UP' ? fullname : by.fullname,
      })
      .execute()
    records.push({ id, reservation, kind, at, by: by.id })
  }
  if (!keepPhoto) return
  const ended = new Set(records.filter(({ kind }) => kind === 'RETURN').map(({ reservation }) => reservation))
  const latest = (isEnded: boolean) =>
    [...new Set(records.map(({ reservation }) => reservation))]
      .filter((id) => ended.has(id) === isEnded)
      .slice(-WITH_PHOTOS)
  const pictured = new Set([...latest(true), ...latest(false)])
  for (const { id, reservation, kind, at, by } of records.filter((record) => pictured.has(record.reservation))) {
    for (const [index, view] of VIEWS.entries()) {
      const photo = newId()
      const file_key = `protocols/photo-${photo}.jpg`
      const taken = new Date(at.getTime() - (VIEWS.length - index) * MINUTE_MS)
      await tx
        .insertInto('protocol_photo')
        .values({
          ...{ id: photo, reservation_id: reservation, kind, protocol_id: id, view, file_key, account_id: by },
          ...{ source_sha256: photo, taken_at: taken, arrived_at: new Date(taken.getTime() + 4_000) },
          ...(await keepPhoto(file_key, view, kind === 'RETURN' && view === 'LEFT')),
        })
        .execute()
    }
  }
}

/** Not below what a work on the vehicle was done at. */
async function firstReading(tx: Kysely<DB>, ad_id: number): Promise<number> {
  const done = await tx
    .selectFrom('vehicle_due')
    .select((of) => of.fn.max('done_km').as('km'))
    .where('ad_id', '=', ad_id)
    .executeTakeFirst()
  return (done?.km ?? 18_000 + (ad_id % 29) * 1_100) + 240
}

/** Of the two latest returns with a difference: the last one is not sent yet, the one before is disputed. */
async function writeCharges(tx: Kysely<DB>, staff: Staff, now: Date) {
  const returns = await tx
    .selectFrom('protocol as back')
    .innerJoin('protocol as out', (join) =>
      join.onRef('out.reservation_id', '=', 'back.reservation_id').on('out.kind', '=', 'PICK_UP'),
    )
    .innerJoin('reservation', 'reservation.id', 'back.reservation_id')
    .select(['back.id', 'back.reservation_id', 'back.odometer', 'back.fuel', 'back.charge', 'back.marks', 'back.terms'])
    .select(['out.odometer as odometer_out', 'out.fuel as fuel_out', 'out.charge as charge_out', 'back.done_at'])
    .select('reservation.days')
    .where('back.kind', '=', 'RETURN')
    .orderBy('back.done_at', 'desc')
    .execute()
  const differing = returns.flatMap((one) => {
    const lines = chargesAtReturn({
      pickUp: { odometer: one.odometer_out, fuel: one.fuel_out, charge: one.charge_out },
      ...{ back: one, damages: one.marks, terms: one.terms },
      rental: { days: one.days, mileagePerDay: one.terms.included?.mileage_per_day ?? null, isFuelPrepaid: false },
    })
    return lines.length > 0 ? [{ ...one, lines }] : []
  })
  for (const [index, one] of differing.slice(0, 2).entries()) {
    const isDraft = index === 0
    const id = newId()
    const sent_at = new Date(one.done_at.getTime() + HOUR_MS)
    await tx
      .insertInto('proposal')
      .values({
        ...{ id, reservation_id: one.reservation_id, protocol_id: one.id, kind: 'RETURN', amount: sumOf(one.lines) },
        ...{ lines: JSON.stringify(one.lines), currency_id: CURRENCY_IDS.IRT, account_id: staff.counter.id },
        ...{ created_at: one.done_at, sent_at: isDraft ? null : sent_at },
        ...(isDraft ? { status: 'DRAFT' } : { status: 'DISPUTED', decided_at: new Date(now.getTime() - DAY_MS) }),
      })
      .execute()
    if (!isDraft) await writeDispute(tx, { proposal_id: id, at: new Date(now.getTime() - DAY_MS), staff })
  }
}

async function writeDispute(
  tx: Kysely<DB>,
  { proposal_id, at, staff }: { proposal_id: string; at: Date; staff: Staff },
) {
  const dispute_id = newId()
  await tx
    .insertInto('dispute')
    .values({ id: dispute_id, proposal_id, opened_by: 'CUSTOMER', opened_at: at, decide_by: decideBy(at) })
    .execute()
  const body = 'باک را نزدیک فرودگاه پر کردم و رسیدش را دارم.'
  const answer = 'هنگام تحویل، نشانگر سوخت شش هشتم بود؛ در برگهٔ بازگشت هم همین آمده است.'
  await tx
    .insertInto('dispute_statement')
    .values([
      { dispute_id, side: 'CUSTOMER', body, account_id: null, at },
      { dispute_id, side: 'COMPANY', body: answer, account_id: staff.agency.id, at: new Date(at.getTime() + HOUR_MS) },
    ])
    .execute()
}

type Entry = {
  by: Account
  role: 'AGENT' | 'ADMIN'
  at: Date
  call: string
  subject: string
  key: string
  action: 'INSERT' | 'UPDATE' | 'READ'
  before?: object
  after?: object
  reason?: string
}

/** What the agency's people and the operators did, oldest first; what changed since then is as the data are now. */
async function writeLog(tx: Kysely<DB>, staff: Staff, now: Date) {
  const entries = [
    ...(await handOvers(tx)),
    ...(await pricesChanged(tx, staff, now)),
    ...(await doneByOperators(tx, staff, now)),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  for (const { by, role, at, call, subject, key, action, before = {}, after = {}, reason = null } of entries) {
    await sql`insert into audit_entry (at, actor, role, company_id, call, request_id, reason, subject, row_key, action, before, after)
      values (${at}, ${by.id}, ${role}, ${role === 'AGENT' ? COMPANY : null}, ${call}, ${newId()}, ${reason}, ${subject}, ${key},
        ${action}, ${JSON.stringify(before)}::jsonb, audit_shown(${JSON.stringify(after)}::jsonb))`.execute(tx)
  }
}

/** Each record, and the status that it gave its reservation. */
async function handOvers(tx: Kysely<DB>): Promise<Entry[]> {
  const rows = await tx
    .selectFrom('protocol')
    .innerJoin('account', 'account.id', 'protocol.account_id')
    .select(['protocol.id', 'protocol.kind', 'protocol.reservation_id', 'protocol.odometer', 'protocol.done_at'])
    .select(['account.id as account', 'account.fullname'])
    .execute()
  return rows.flatMap(({ id, kind, reservation_id, odometer, done_at, account, fullname }) => {
    const named = {
      by: { id: account, fullname: fullname ?? '' },
      role: 'AGENT',
      at: done_at,
      call: 'POST /desk/reservations/{id}/protocol/',
    } as const
    const [from, to] = kind === 'PICK_UP' ? ['CONFIRMED', 'ACTIVE'] : ['ACTIVE', 'COMPLETED']
    return [
      { ...named, subject: 'protocol', key: id, action: 'INSERT', after: { id, kind, odometer, reservation_id } },
      {
        ...{ ...named, subject: 'reservation', key: reservation_id, action: 'UPDATE' },
        ...{ before: { status: from }, after: { status: to } },
      },
    ] as const
  })
}

/** Day prices that went up in the last weeks, and a longer gap. */
async function pricesChanged(tx: Kysely<DB>, staff: Staff, now: Date): Promise<Entry[]> {
  const ads = await tx
    .selectFrom('ad')
    .select(['id', 'p1'])
    .where('company_id', '=', COMPANY)
    .where('alike', 'is', null)
    .orderBy('score', 'desc')
    .limit(6)
    .execute()
  return ads.map(({ id, p1 }, index) => ({
    ...{ by: index % 2 === 0 ? staff.agency : staff.counter, role: 'AGENT', at: daysAgo(now, 4 + 7 * index) },
    ...{ call: 'PATCH /business/rent/vehicles/{id}/', subject: 'ad', key: String(id), action: 'UPDATE' },
    ...{ before: { p1: Math.round((p1 * 0.94) / 10_000) * 10_000 }, after: { p1 } },
  }))
}

/** Codes that were made, reviews that went online, and personal data that an operator opened with a reason to. */
async function doneByOperators(tx: Kysely<DB>, staff: Staff, now: Date): Promise<Entry[]> {
  const named = { by: staff.admin, role: 'ADMIN' } as const
  const codes = await tx.selectFrom('discount_code').select(['id', 'code', 'percent']).orderBy('id').limit(3).execute()
  const comments = await tx
    .selectFrom('ad_comment')
    .innerJoin('ad', 'ad.id', 'ad_comment.ad_id')
    .select('ad_comment.id')
    .where('approved', '=', true)
    .where('ad.company_id', '=', COMPANY)
    .orderBy('ad_comment.created_at', 'desc')
    .limit(4)
    .execute()
  const trip = await tx
    .selectFrom('reservation')
    .select('id')
    .where('company_id', '=', COMPANY)
    .where('status', '=', 'COMPLETED')
    .orderBy('end_at', 'desc')
    .executeTakeFirst()
  return [
    ...codes.map(({ id, code, percent }, index) => ({
      ...{ ...named, at: daysAgo(now, 60 - index), call: 'POST /admin/discount-codes/', subject: 'discount_code' },
      ...{ key: String(id), action: 'INSERT' as const, after: { id, code, percent } },
    })),
    ...comments.map(({ id }, index) => ({
      ...{
        ...named,
        at: daysAgo(now, 3 + 5 * index),
        call: 'PATCH /business/rent/management/comments/{id}/',
        subject: 'ad_comment',
      },
      ...{ key: String(id), action: 'UPDATE' as const, before: { approved: false }, after: { approved: true } },
    })),
    ...(trip
      ? [
          {
            ...{ ...named, at: daysAgo(now, 1), call: 'GET /admin/reservations/{id}/', subject: 'reservation' },
            ...{ key: trip.id, action: 'READ' as const },
          },
        ]
      : []),
  ]
}

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
