import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { isProven } from '#app/api/account/own-data/holdings.ts'
import { payoutOfRefund } from '#app/api/account/wallet/wallet-payouts.ts'
import { wordFor } from '#app/api/ads/card.ts'
import { euroRate } from '#app/api/books/money.ts'
import { type ApiContext, api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { limit, limitSubscriber } from '#app/api/call/limits.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
import { coverOf } from '#app/api/companies/cover.ts'
import { placeOf, placeRows } from '#app/api/companies/place.ts'
import { monthlyChoice } from '#app/api/reservations/monthly/monthly-choice.ts'
import { contactAsSeen, readSeen, voucherAsSeen } from '#app/api/reservations/read/customer.ts'
import { depositFacts } from '#app/api/reservations/read/deposit-facts.ts'
import { readVoucher } from '#app/api/reservations/read/read.ts'
import { recordsOf } from '#app/api/reservations/read/records/records.ts'
import { termsOf } from '#app/api/reservations/read/terms.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { refundAt } from '#app/api/reservations/status/refund.ts'
import type { Protocol } from '#app/contract/company/protocols.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { readPaymentOf } from '#app/db/payment.ts'
import { currencyIn, isHeld, numberOf, type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { currencyOfId, type Language } from '#app/rules/constants.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'
import { withPlus } from '#app/rules/identity/phone.ts'
import { deskPart } from '#app/rules/money/payment/payment-parts.ts'
import { convertUnit } from '#app/rules/money/price.ts'
import type { AgreedTerms } from '#app/rules/reservation/agreed-terms.ts'
import { mayCorrectPhone } from '#app/rules/reservation/driver/phone-correction.ts'
import { reservationNumberIn } from '#app/rules/reservation/reservation-number.ts'
import { sentTo } from './sent-to.ts'
import { sharedVoucher } from './shared-voucher.ts'

const TRIES = 10
const WINDOW_SECONDS = 600

/**
 * A reservation with everything on its page: by its unguessable id, or by its number (SV-48213, 48213, in any digits)
 * with the booking's phone, rate-limited. The company knows these two as well, so they only show it, as the shared
 * id does: whoever booked manages it by the address that was sent to them, or signed in. The national id is masked. Source: §7; decisions.md, "Identity and access".
 */
export const voucher = api.reservations.voucher.handler(async ({ input, context }) => {
  const { deps, language } = context
  const reservation = PUBLIC_ID.test(input.id)
    ? await readVoucher(deps.db, input.id)
    : await findByNumber(context, input)
  const shown = await voucherOf(deps, reservation, language)
  if (reservation.id === input.id) return shown
  return sharedVoucher({ ...shown, ...(await nameOfShared(deps, reservation)) })
})

/** The same for operators with the whole identity, and for the company's staff as far as they may see it now (§7; decisions.md). */
export const managementVoucher = api.reservations.managementVoucher.handler(async ({ context }) => {
  const { deps, language, reservation, person } = context
  const { id, national_id } = reservation
  const seen = await readSeen(deps.db, { id, person, now: deps.now() })
  const call = 'GET /business/rent/management/reserves/{id}/voucher/'
  if (seen !== 'FIRST_NAME') await noteReading(context, { subject: 'reservation', key: id, call })
  return voucherAsSeen(await voucherOf(deps, reservation, language), { seen, person, national_id })
})

/** The company can open the shared link, too, so until it accepts the link names nobody in full. */
async function nameOfShared({ db, now }: Deps, { id, fullname, phone }: ReservationRow) {
  return contactAsSeen({ fullname, phone }, await readSeen(db, { id, person: { role: 'AGENT' }, now: now() }))
}

const PUBLIC_ID = /^[A-Za-z0-9_-]{22,64}$/

async function findByNumber(
  context: ApiContext,
  requested: { id: string; phone?: string; country_code?: string },
): Promise<ReservationRow> {
  const { deps } = context
  const number = reservationNumberIn(requested.id)
  const phone = normalisePhone(requested.phone ?? '', withPlus(requested.country_code ?? '+98'))
  await limitSubscriber(context, 'voucher', TRIES, WINDOW_SECONDS)
  if (!number || !phone) throw errors.NOT_FOUND()
  // Tries on one number or one phone from many addresses are limited, too.
  await limit(deps, `voucher number ${number}`, TRIES, WINDOW_SECONDS)
  await limit(deps, `voucher phone ${phone}`, TRIES, WINDOW_SECONDS)
  const found = await deps.db
    .selectFrom('reservation')
    .selectAll()
    .where('number', '=', number)
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}

/** Everything on a reservation's page; the national id masked. */
export async function voucherOf(deps: Deps, reservation: ReservationRow, language: Language) {
  const { db } = deps
  const now = deps.now()
  const [
    ad,
    company,
    city,
    receive,
    back,
    payment,
    events,
    rate,
    records,
    refund_now,
    open,
    phone_proven,
    refund_payout,
    sent_to,
    deposit_facts,
    terms,
  ] = await Promise.all([
    readAd(db, reservation.ad_id),
    db.selectFrom('company').selectAll().where('id', '=', reservation.company_id).executeTakeFirstOrThrow(),
    db.selectFrom('city').selectAll().where('id', '=', reservation.city_id).executeTakeFirstOrThrow(),
    readPlace(db, reservation.receive_place_id),
    readPlace(db, reservation.return_place_id),
    readPaymentOf(db, reservation.id),
    db.selectFrom('reservation_event').selectAll().where('reservation_id', '=', reservation.id).orderBy('id').execute(),
    euroRate(db),
    recordsOf(db, reservation, { isCustomer: false, now }),
    refundAt(db, reservation, now),
    db.selectFrom('open_rent').select('written_off').where('reservation_id', '=', reservation.id).executeTakeFirst(),
    isProven(db, reservation.holder),
    payoutOfRefund(db, reservation.id),
    sentTo(db, reservation.id),
    depositFacts(db, reservation.id, now),
    termsOf(db, reservation),
  ])
  const monthly = await monthlyChoice(db, { reservation, offered: company.monthly_parts, zone: city.zone, now })
  const currency = currencyIn(reservation)
  const shown = { language, currency, rate }
  const handOver = (place: typeof receive, address: string | null) => ({
    place: place ? placeOf(place, shown) : null,
    address: place ? wordingIn(language, place.address) : (address ?? ''),
  })
  const { total, payable_now } = reservation
  const own = currencyOfId(company.currency_id) ?? currency
  const priced = (amount: number | null) => (amount === null ? null : convertUnit(amount, own, currency, rate))
  return {
    id: reservation.id,
    share_id: reservation.share_id,
    is_shared: false,
    number: numberOf(reservation),
    status: statusAt(reservation, now),
    created_at: reservation.created_at.toISOString(),
    hold_until: reservation.hold_until?.toISOString() ?? null,
    confirm_by: reservation.confirm_by?.toISOString() ?? null,
    currency,
    days: reservation.days,
    lines: reservation.lines,
    total,
    payable_now,
    due_at_desk: deskPart({ total, payable_now, received: records.received, writtenOff: open?.written_off ?? 0 }),
    received_at_desk: records.received,
    deposit_held: records.deposit_held,
    deposit_facts,
    records: records.protocols.map(publicRecord),
    trust_type: reservation.trust,
    guarantee_amount: reservation.guarantee_amount,
    ad: { ...shownAd(ad, language), ...shownTerms(terms) },
    company: {
      ...{ id: company.id, name: wordingIn(language, company.name), phone: company.phone },
      // What the company booked itself waits for no answer of it.
      confirmation: reservation.source === 'SITE' ? company.confirmation : 'AT_ONCE',
      legal_name: company.legal_name,
      logo: company.logo,
      ...(company.logo_dark && { logo_dark: company.logo_dark }),
    },
    excess: { basic: priced(company.excess), insured: priced(company.excess_insured) },
    cover: coverOf(company, priced),
    extra_driver_price: priced(company.extra_driver_price),
    city: { id: city.id, slug: city.slug, name: nameOf(city, language), zone: city.zone },
    start_date: reservation.start_date,
    start_time: reservation.start_time,
    end_date: reservation.end_date,
    end_time: reservation.end_time,
    start_at: reservation.start_at.toISOString(),
    end_at: reservation.end_at.toISOString(),
    receive: handOver(receive, reservation.receive_address),
    return: handOver(back, reservation.return_address),
    fullname: reservation.fullname,
    national_id: masked(reservation.national_id),
    phone: reservation.phone,
    phone_proven,
    phone_correctable:
      !phone_proven &&
      reservation.quote !== 'OPEN' &&
      mayCorrectPhone({ ...reservation, status: statusAt(reservation, now) }),
    email: reservation.email,
    child_seat_count: reservation.child_seat_count,
    extra_driver: reservation.extra_driver,
    internet: reservation.internet,
    supplemental_insurance: reservation.supplemental_insurance,
    paid: reservation.paid,
    refunded: reservation.refunded,
    free_until: reservation.free_until.toISOString(),
    half_until: reservation.half_until.toISOString(),
    refund_now,
    refund_payout,
    notified: reservation.notified,
    sent_to,
    quote: reservation.quote,
    monthly,
    payable:
      isHeld(reservation, now) &&
      reservation.quote !== 'OPEN' &&
      payment?.status !== 'VERIFYING' &&
      payment?.status !== 'REVIEW',
    payment: payment ? shownPayment(payment) : null,
    events: events.map(({ at, status, actor, reason }) => ({ at: at.toISOString(), status, actor, reason })),
  }
}

async function readPlace(db: Kysely<DB>, id: number | null) {
  if (id === null) return null
  return placeRows(db).where('place.id', '=', id).executeTakeFirstOrThrow()
}

function readAd(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select([
      'ad.id',
      'ad.category',
      'ad.year',
      'ad.colour',
      'ad.picture',
      'ad.gearbox',
      'ad.min_driver_age',
      'ad.min_licence_years',
      ...TITLE_COLUMNS,
    ])
    .where('ad.id', '=', id)
    .executeTakeFirstOrThrow()
}

function shownAd(ad: Awaited<ReturnType<typeof readAd>>, language: Language) {
  return {
    id: ad.id,
    category: ad.category,
    title: titleOf(ad, language),
    year: ad.year,
    colour: wordFor(language, 'colour', ad.colour),
    picture: ad.picture,
    gearbox: ad.gearbox,
    min_driver_age: ad.min_driver_age,
    min_licence_years: ad.min_licence_years,
  }
}

function shownTerms({ km, late_hour, included: { fuel_rule, mileage_per_day } }: AgreedTerms) {
  return {
    fuel_rule,
    mileage_per_day,
    extra_km_price: mileage_per_day === null ? null : km,
    late_hour_price: late_hour,
  }
}

function shownPayment(payment: NonNullable<Awaited<ReturnType<typeof readPaymentOf>>>) {
  const { id, number, gateway, status, amount, card_return, reference, trace, reason } = payment
  return { id, number: String(number), gateway, status, amount, card_return, reference, trace, reason }
}

/** The parts of a record without personal data, because anybody with the address can read it. */
function publicRecord({ kind, done_at, odometer, fuel, charge, known, marks, photos }: z.infer<typeof Protocol>) {
  const shown = photos.map(({ taken_at, arrived_at, sha256 }) => ({ taken_at, arrived_at, sha256 }))
  return { kind, done_at, odometer, fuel, charge, damages: known.length + marks.length, photos: shown }
}

/** K91•••406: enough for the owner to recognise it, but not for anybody else. Empty if it is not known yet. */
export function masked(identity: string): string {
  if (identity === '') return ''
  const shown = identity.length >= 9 ? 3 : 1
  return `${identity.slice(0, shown)}•••${identity.slice(-shown)}`
}
