import type { Deps, Tx } from '#app/api/call/context.ts'
import { WAS_ACCEPTED } from '#app/db/accepted.ts'
import { currencyIn, numberOf } from '#app/db/reservation.ts'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { nameOf, vehicleTitle } from '#app/i18n/format/names.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { type Language, READER_ZONES } from '#app/rules/constants.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { type NoticeValues, shippedText } from './texts.ts'

/**
 * The event's own values, in addition to the reservation's: amounts are in the minor unit of its currency; `until` is
 * another deadline than the reservation's, `wanted` the return that an extension asks for, and `day` until when a deposit is given back.
 */
export type ReservationChange = {
  amount?: number | undefined
  reason?: string | undefined
  until?: Date | undefined
  wanted?: Date | undefined
  day?: CalendarDate | undefined
}
export type ReservationFacts = Awaited<ReturnType<typeof readReservation>>

/**
 * The values of every text about a reservation, in its reader's language. Rental times are in the place's time zone,
 * which is named to readers in another one; a deadline is in the reader's own (`zone`), if it is known. `reason` is as
 * it was written.
 */
export function reservationValues(
  { settings }: Pick<Deps, 'settings'>,
  of: ReservationFacts,
  {
    language,
    zone,
    amount = 0,
    reason = '',
    until,
    wanted,
    day,
  }: ReservationChange & { language: Language; zone: string | null },
): NoticeValues {
  const isElsewhere = of.zone !== (zone ?? READER_ZONES[language])
  const city = nameOf({ ...of, name_fa: of.city_fa, name_en: of.city_en, name_ar: of.city_ar }, language)
  const moment = (instant: Date) => {
    const at = formatInstant(instant, of.zone, language, 'weekday')
    return isElsewhere ? shippedText(language, 'localTime', { at, city }) : at
  }
  const deadline = until ?? of.hold_until ?? of.confirm_by ?? of.start_at
  return {
    brand: settings.brand[language],
    number: numberOf(of),
    vehicle: vehicleName(of, language),
    unit: [vehicleName(of, language), of.plate && localDigits(of.plate, language)].filter(Boolean).join(' · '),
    pick_up: moment(of.start_at),
    return_at: moment(of.end_at),
    wanted: moment(wanted ?? of.end_at),
    day: day ? formatDate(day, language, 'weekday') : '',
    until: zone ? formatInstant(deadline, zone, language, 'weekday') : moment(deadline),
    driver: of.fullname,
    amount: formatMoney(amount, currencyIn(of), language),
    reason,
  }
}

/** A query for a reservation's values in notifications, including its customer's settings. */
export function readReservation(tx: Tx, id: string) {
  return (
    tx
      .selectFrom('reservation')
      .innerJoin('city', 'city.id', 'reservation.city_id')
      .innerJoin('ad', 'ad.id', 'reservation.ad_id')
      .innerJoin('brand', 'brand.id', 'ad.brand_id')
      .innerJoin('model', 'model.id', 'ad.model_id')
      // The settings of the account that holds it or has proven the booking's mailbox; an unproven number's account
      // cannot turn messages off.
      .leftJoin('account', (join) =>
        join
          .onRef('account.phone', '=', 'reservation.phone')
          .on((of) =>
            of.or([
              of.and([
                of('account.phone_proven_at', 'is not', null),
                of('account.holder', '=', of.ref('reservation.holder')),
              ]),
              of('account.email', '=', of.ref('reservation.email')),
            ]),
          ),
      )
      .select([
        'account.id as account_id',
        'account.notifications',
        'account.phone_proven_at',
        'account.time_zone',
        'reservation.number',
        'reservation.share_id',
        'reservation.network_address',
        'reservation.notified',
        'reservation.language',
        'reservation.phone',
        'reservation.email',
        'reservation.company_id',
        'reservation.fullname',
        'reservation.total',
        'reservation.start_at',
        'reservation.end_at',
        'reservation.hold_until',
        'reservation.confirm_by',
        'reservation.currency_id',
        'city.zone',
        'city.name_fa as city_fa',
        'city.name_en as city_en',
        'city.name_ar as city_ar',
        'city.name_tr',
        'city.name_de',
        'brand.name_fa as brand_fa',
        'brand.name_en as brand_en',
        'brand.name_ar as brand_ar',
        'model.name_fa as model_fa',
        'model.name_en as model_en',
        'model.name_ar as model_ar',
        'ad.plate',
        WAS_ACCEPTED.as('was_accepted'),
      ])
      .where('reservation.id', '=', id)
      .orderBy(
        (of) => of('account.holder', '=', of.ref('reservation.holder')),
        (order) => order.desc().nullsLast(),
      )
      .limit(1)
      .executeTakeFirstOrThrow()
  )
}

function vehicleName(of: ReservationFacts, language: Language): string {
  const brand = { name_fa: of.brand_fa, name_en: of.brand_en, name_ar: of.brand_ar }
  const model = { name_fa: of.model_fa, name_en: of.model_en, name_ar: of.model_ar }
  return vehicleTitle([brand, model], language)
}
