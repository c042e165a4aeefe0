import type { Kysely } from 'kysely'
import { wordFor } from '#app/api/ads/card.ts'
import { euroRate } from '#app/api/books/money.ts'
import { knownDamages } from '#app/api/company/protocols/sheet.ts'
import { termsOf } from '#app/api/reservations/read/terms.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { masked } from '#app/api/reservations/read/voucher/voucher.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type FurtherDriverRow, furtherDriversOf } from '#app/db/further-driver.ts'
import { deskMoneyOf, receivedOf, validProtocol } from '#app/db/protocol.ts'
import { currencyIn, numberOf, type ReservationRow } from '#app/db/reservation.ts'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { isolated, numberIn, phoneIn } from '#app/i18n/text/ltr-text.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { flexibleFee } from '#app/rules/money/flexible.ts'
import { deskPart } from '#app/rules/money/payment/payment-parts.ts'
import { convertUnit } from '#app/rules/money/price.ts'
import type { AgreedTerms } from '#app/rules/reservation/agreed-terms.ts'
import { mayDrive } from '#app/rules/reservation/check-in/further-drivers.ts'
import { type ContractFacts, inOneLine, type Placeholder } from '#app/rules/reservation/contract-text.ts'
import { type CoverLevels, type CoverPart, coveredParts } from '#app/rules/reservation/cover.ts'
import { depositBackBy } from '#app/rules/reservation/deposit.ts'
import { FUEL_EIGHTHS } from '#app/rules/reservation/protocol.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

/** What a contract needs that no booking says. */
export type Papers = { licence: string | null; vin: string | null }

type Making = Papers & { language: Language; number: string; now: Date }
type Rental = Awaited<ReturnType<typeof readRental>>

/** What of a reservation its contract fixes, and who drives, too. */
export function contractFacts(row: ReservationRow, drivers: readonly FurtherDriverRow[]): ContractFacts {
  return {
    vehicle: row.ad_id,
    start: row.start_at.toISOString(),
    end: row.end_at.toISOString(),
    receive: `${row.receive_place_id ?? ''} ${row.receive_address ?? ''}`.trim(),
    return: `${row.return_place_id ?? ''} ${row.return_address ?? ''}`.trim(),
    total: row.total,
    deposit: `${row.trust} ${row.guarantee_amount}`,
    extras: `${row.child_seat_count} ${row.extra_driver} ${row.internet} ${row.supplemental_insurance}`,
    drivers: drivers
      .filter(mayDrive)
      .map(({ fullname }) => fullname)
      .join('\n'),
  }
}

/** What a contract's placeholders stand for, in its language: dates in the rental's time zone, numbers of papers in part. */
export async function contractValues(
  db: Kysely<DB>,
  row: ReservationRow,
  { language, number, licence, vin, now }: Making,
): Promise<Record<Placeholder, string>> {
  const [rental, record, known, rate, atDesk, drivers, terms] = await Promise.all([
    readRental(db, row),
    validProtocol(db, { reservation: row.id, kind: 'PICK_UP' }),
    knownDamages(db, row, 'PICK_UP'),
    euroRate(db),
    deskMoneyOf(db, row.id),
    furtherDriversOf(db, [row.id]),
    termsOf(db, row),
  ])
  const t = textFor(language, 'contract')
  const vehicle = textFor(language, 'vehicle')
  const currency = currencyIn(row)
  const money = (amount: number) => formatMoney(amount, currency, language)
  const ofCompany = (amount: number) => money(convertUnit(amount, currencyIn(rental.company), currency, rate))
  const { ad, city, company, country } = rental
  const at = (instant: Date) => formatInstant(instant, city.zone, language, 'full')
  const day = (date: string) => formatDate(date, language, 'full')
  const { paid, refunded, total, payable_now } = row
  const received = receivedOf(atDesk)
  const placeOf = (place: Rental['receive'], address: string | null) =>
    place ? `${wordingIn(language, place.name)}, ${wordingIn(language, place.address)}` : (address ?? '')
  const excess = row.supplemental_insurance ? (company.excess_insured ?? company.excess) : company.excess
  const legal = [
    company.legal_name,
    company.legal_id && t('value.legalId', { id: localDigits(company.legal_id, language) }),
  ]
  return {
    'contract.number': numberIn(language, number),
    'contract.date': day(dateIn(city.zone, now)),
    reservation: numberIn(language, numberOf(row)),
    'company.name': wordingIn(language, company.name),
    'company.legal': legal.filter(Boolean).join(t('value.comma')) || wordingIn(language, company.name),
    'company.address': addressOf(rental, language),
    'company.phone': phoneIn(language, company.phone),
    'company.tax': company.tax_number ? isolated(localDigits(company.tax_number, language)) : t('value.notGiven'),
    'company.licence': company.licence ? isolated(localDigits(company.licence, language)) : t('value.notGiven'),
    'company.fine_fee': company.fine_fee ? ofCompany(company.fine_fee) : t('value.none'),
    'customer.name': row.fullname,
    'customer.born': row.date_of_birth ? formatDate(row.date_of_birth, language, 'long') : t('value.notGiven'),
    'customer.id': row.national_id ? isolated(masked(row.national_id)) : t('value.atHandOver'),
    'customer.phone': phoneIn(language, row.phone),
    'customer.licence': licence ? isolated(masked(licence)) : t('value.atHandOver'),
    second_driver: driversIn(drivers, { language, isBooked: row.extra_driver }),
    vehicle: titleOf(ad, language),
    year: formatModelYear(ad.year, city.zone, language),
    colour: wordFor(language, 'colour', ad.colour),
    plate: ad.plate ? localDigits(ad.plate, language) : t('value.atHandOver'),
    vin: vin ? isolated(vin) : t('value.inPapers'),
    odometer: record ? t('value.km', { n: record.odometer }) : t('value.atHandOver'),
    fuel: [record && levelOf(record, language), vehicle(`fuel_rule.${terms.included.fuel_rule}`)]
      .filter(Boolean)
      .join(t('value.comma')),
    damage: record
      ? t('value.damages', { n: record.known.length + record.marks.length })
      : known.length > 0
        ? t('value.damages', { n: known.length })
        : t('value.asRecorded'),
    start: at(row.start_at),
    end: at(row.end_at),
    'pickup.place': placeOf(rental.receive, row.receive_address),
    'return.place': placeOf(rental.back, row.return_address),
    mileage: mileageOf(terms, { language, money }),
    late: t('value.late', { amount: money(terms.late_hour) }),
    bill: billOf(row, language),
    paid: money(paid - refunded + received),
    due: money(deskPart({ total, payable_now, received })),
    insurance: [
      t(row.supplemental_insurance ? 'value.supplemental' : 'value.basic'),
      ...coverIn(company.cover, row, language),
    ].join(' '),
    excess: excess === null ? t('value.byLaw') : ofCompany(excess),
    deposit:
      row.trust === 'DEPOSIT_FREE'
        ? vehicle('trust.DEPOSIT_FREE')
        : `${money(row.guarantee_amount)}${t('value.comma')}${vehicle(`trust.${row.trust}`)}`,
    'deposit.back': day(depositBackBy(row.end_date, country.code, company.deposit_back_days)),
    cancellation: [
      t('value.cancellation', { free: at(row.free_until), half: at(row.half_until) }),
      flexibleFee(row.lines) > 0 && t('value.flexible', { amount: money(flexibleFee(row.lines)) }),
    ]
      .filter(Boolean)
      .join(' '),
    driver: t('value.driver', { age: ad.min_driver_age, years: ad.min_licence_years }),
  }
}

/** What the insurance of a reservation pays and what not, if its company states it. */
function coverIn(levels: CoverLevels | null, { supplemental_insurance }: ReservationRow, language: Language): string[] {
  if (levels === null) return []
  const t = textFor(language, 'contract')
  const cover = textFor(language, 'cover')
  const { covered, not } = coveredParts(levels, supplemental_insurance)
  const named = (parts: CoverPart[]) => ({ parts: parts.map((part) => cover(`part.${part}`)).join(t('value.comma')) })
  return [
    ...(covered.length > 0 ? [t('value.covered', named(covered))] : []),
    ...(not.length > 0 ? [t('value.notCovered', named(not))] : []),
  ]
}

/** Who drives, too, with the licence in part; or that nobody is named yet. */
function driversIn(
  drivers: readonly FurtherDriverRow[],
  { language, isBooked }: { language: Language; isBooked: boolean },
): string {
  const t = textFor(language, 'contract')
  const named = drivers.filter(mayDrive).map(({ fullname, number }) => {
    const licence = number ? isolated(masked(number)) : t('value.atHandOver')
    return t('value.driverNamed', { name: inOneLine(fullname), licence })
  })
  if (named.length > 0) return named.join(t('value.comma'))
  return t(isBooked ? 'value.secondDriver' : 'value.none')
}

/** The company's address in law, or else that of its office. */
function addressOf({ company, office, city }: Rental, language: Language): string {
  const { address, zip_code } = company
  if (address) return [address, zip_code && localDigits(zip_code, language)].filter(Boolean).join(', ')
  return office ? wordingIn(language, office.address) : nameOf(city, language)
}

function levelOf({ fuel, charge }: { fuel: number | null; charge: number | null }, language: Language): string {
  const t = textFor(language, 'contract')
  if (charge !== null) return t('value.charge', { n: charge })
  if (fuel === FUEL_EIGHTHS) return t('value.full')
  return t('value.eighths', { n: fuel ?? 0 })
}

function mileageOf(
  { km, included: { mileage_per_day } }: AgreedTerms,
  { language, money }: { language: Language; money: (amount: number) => string },
): string {
  const t = textFor(language, 'contract')
  if (mileage_per_day === null) return t('value.unlimited')
  const perDay = t('value.perDay', { n: mileage_per_day })
  return t('value.perDayMore', { perDay, price: money(km) })
}

/** A row for each line of the bill, and one for the total. */
function billOf({ lines, total, currency_id }: ReservationRow, language: Language): string {
  const t = textFor(language, 'bill')
  const currency = currencyIn({ currency_id })
  const rows = lines.map(({ kind, quantity, days, unit, amount }) => {
    const label = t.loose(kind, { n: quantity, days: days ?? 1, unit: formatMoney(unit, currency, language) })
    return `${inOneLine(label)} | ${formatMoney(amount, currency, language)}`
  })
  return [...rows, `${t('total')} | ${formatMoney(total, currency, language)}`].join('\n')
}

async function readRental(db: Kysely<DB>, row: ReservationRow) {
  const place = (id: number | null) =>
    id === null
      ? null
      : db.selectFrom('place').select(['name', 'address']).where('id', '=', id).executeTakeFirstOrThrow()
  const [ad, company, city, receive, back, office] = await Promise.all([
    db
      .selectFrom('ad')
      .innerJoin('brand', 'brand.id', 'ad.brand_id')
      .innerJoin('model', 'model.id', 'ad.model_id')
      .leftJoin('trim', 'trim.id', 'ad.trim_id')
      .select(['ad.year', 'ad.colour', 'ad.plate'])
      .select(['ad.min_driver_age', 'ad.min_licence_years', ...TITLE_COLUMNS])
      .where('ad.id', '=', row.ad_id)
      .executeTakeFirstOrThrow(),
    db.selectFrom('company').selectAll().where('id', '=', row.company_id).executeTakeFirstOrThrow(),
    db.selectFrom('city').selectAll().where('id', '=', row.city_id).executeTakeFirstOrThrow(),
    place(row.receive_place_id),
    place(row.return_place_id),
    db
      .selectFrom('place')
      .select('address')
      .where('company_id', '=', row.company_id)
      .orderBy((of) => of('kind', '=', 'OFFICE'), 'desc')
      .orderBy('position')
      .limit(1)
      .executeTakeFirst(),
  ])
  const country = await db
    .selectFrom('country')
    .select('code')
    .where('id', '=', city.country_id)
    .executeTakeFirstOrThrow()
  return { ad, company, city, receive, back, office, country }
}
