import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { noteTerms } from '#app/api/company/settings/onboarding.ts'
import { spreadGap } from '#app/api/company/settings/spread-gap.ts'
import type { CompanySettings, SettingsUpdate } from '#app/contract/company/settings/settings.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import { codeOf } from '#app/db/connection/error-code.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { reloadHours } from '#app/db/prices/closed-days.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { type CurrencyCode, type Language, WHOLE_UNIT } from '#app/rules/constants.ts'
import { FINE_FEE_MAX } from '#app/rules/fleet/fine.ts'
import { DEPOSIT_BACK_DAYS } from '#app/rules/reservation/deposit.ts'
import {
  CHARGE_NAMES,
  type ChargeName,
  type ChargeTerms,
  chargeMax,
  chargeNamed,
  chargePath,
  DEFAULT_CHARGES,
} from '#app/rules/reservation/protocol.ts'

type Change = z.infer<typeof SettingsUpdate>

const EXCLUSION = '23P01'
const DEADLOCK = '40P01'

/** A company's present settings. */
export const read = api.company.settings.read.handler(async ({ context: { deps, language, company } }) =>
  settingsOf(deps.db, company, language),
)

/**
 * Changes the sent fields and keeps the others; existing reservations keep their prices. Throws INVALID_FIELDS for
 * another company's place.
 */
export const update = api.company.settings.update.handler(async ({ input, context }) => {
  const { deps, language, company } = context
  await againWhenTaken(() =>
    deps.db.transaction().execute(async (tx) => {
      await write(tx, company, input)
      // Changing them counts as confirming them.
      if (input.free_until_hours !== undefined) await noteTerms(tx, company, deps.now())
    }),
  )
  await reloadHours(deps.db, deps.now())
  deps.publish({ kind: 'pages' })
  return settingsOf(deps.db, company, language)
})

/** Somebody booked a vehicle of the company while its reservations got another gap: the second try sees that. */
async function againWhenTaken(work: () => Promise<void>, tries = 3): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (tries === 1 || ![EXCLUSION, DEADLOCK].includes(codeOf(error))) throw error
    await againWhenTaken(work, tries - 1)
  }
}

async function write(
  tx: Tx,
  company: number,
  { company: _company, places = [], about, cover, charges, ...columns }: Change,
) {
  const found = await tx
    .selectFrom('company')
    .select(['about', 'free_until_hours', 'half_until_hours', 'turnaround_minutes', 'currency_id', 'charges'])
    .select(['excess', 'excess_insured', 'flex_percent', 'flex_per_day', 'flex_until_hours'])
    .where('id', '=', company)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  guardTerms({ ...found, ...given(columns) })
  guardFineFee(columns.fine_fee, currencyIn(found))
  guardFlexible({ ...found, ...given(columns) }, { isTerms: columns.flex_until_hours === undefined })
  guardExcess({ ...found, ...given(columns) }, currencyIn(found))
  const set = {
    ...given(columns),
    ...(cover !== undefined && { cover: cover && JSON.stringify(cover) }),
    ...(charges && { charges: JSON.stringify(changedCharges(found, charges)) }),
    ...(about && { about: JSON.stringify({ ...found.about, ...given(about) }) }),
  }
  if (Object.keys(set).length > 0) await tx.updateTable('company').set(set).where('id', '=', company).execute()
  const { turnaround_minutes: minutes = found.turnaround_minutes } = columns
  if (minutes !== found.turnaround_minutes) await spreadGap(tx, { company })
  for (const [at, { id, ...place }] of places.entries()) {
    const kept = await tx
      .updateTable('place')
      // Equal hours for every day replace the week's.
      .set({ company_id: company, ...given(place), ...((place.opens_at ?? place.closes_at) && { week: null }) })
      .where('id', '=', id)
      .where('company_id', '=', company)
      .returning('id')
      .executeTakeFirst()
    if (!kept) throw invalidFields({ [`places.${at}.id`]: ['place'] })
  }
}

/** The period with half a refund cannot be shorter than the period with a full one. */
function guardTerms({ free_until_hours, half_until_hours }: { free_until_hours: number; half_until_hours: number }) {
  if (half_until_hours <= free_until_hours) return
  throw invalidFields({ half_until_hours: ['max'] }, { half_until_hours: { n: free_until_hours } })
}

/** As high as the fee for a single fine may be. */
function guardFineFee(fee: number | null | undefined, currency: CurrencyCode) {
  const max = FINE_FEE_MAX[currency]
  if ((fee ?? 0) > max) throw invalidFields({ fine_fee: ['max'] }, { fine_fee: { n: max / WHOLE_UNIT[currency] } })
}

/** The company's prices with those that are sent. Throws INVALID_FIELDS for one that is too high. */
function changedCharges(
  company: { charges: ChargeTerms | null; currency_id: number },
  { damage, ...prices }: NonNullable<Change['charges']>,
): ChargeTerms {
  const currency = currencyIn(company)
  const present = chargesOf(company)
  const charges = { ...present, ...given(prices), damage: { ...present.damage, ...given(damage ?? {}) } }
  const high = CHARGE_NAMES.filter((name) => chargeNamed(charges, name) > chargeMax(name, currency))
  const named = <Value>(value: (name: ChargeName) => Value) =>
    Object.fromEntries(high.map((name) => [chargePath(name), value(name)]))
  if (high.length === 0) return charges
  throw invalidFields(
    named(() => ['max']),
    named((name) => ({ n: chargeMax(name, currency) / WHOLE_UNIT[currency] })),
  )
}

/** What a company charges in its own currency. */
function chargesOf(company: { charges: ChargeTerms | null; currency_id: number }): ChargeTerms {
  return company.charges ?? DEFAULT_CHARGES[currencyIn(company)]
}

type Flexible = {
  flex_percent: number | null
  flex_per_day: number | null
  flex_until_hours: number | null
  free_until_hours: number
}

/** Flexible cancellation has one price, and is free for longer than by the company's own terms. */
function guardFlexible(
  { flex_percent, flex_per_day, flex_until_hours: hours, free_until_hours }: Flexible,
  { isTerms }: { isTerms: boolean },
) {
  const prices = [flex_percent, flex_per_day].filter((price) => price !== null).length
  if (prices > 1) throw invalidFields({ flex_per_day: ['one_price'] })
  if (prices === 1 && hours === null) throw invalidFields({ flex_until_hours: ['required'] })
  if (prices === 0 && hours !== null) throw invalidFields({ flex_percent: ['required'] })
  if (hours === null || hours < free_until_hours) return
  if (isTerms) throw invalidFields({ free_until_hours: ['min'] }, { free_until_hours: { n: hours + 1 } })
  // Nothing is longer than free until the pick-up.
  if (free_until_hours === 0) throw invalidFields({ flex_until_hours: ['flex_no_longer'] })
  throw invalidFields({ flex_until_hours: ['max'] }, { flex_until_hours: { n: free_until_hours - 1 } })
}

/** The supplemental insurance never leaves the driver with more than the insurance in the price. */
function guardExcess(
  { excess, excess_insured }: { excess: number | null; excess_insured: number | null },
  currency: CurrencyCode,
) {
  if (excess === null || excess_insured === null || excess_insured <= excess) return
  throw invalidFields({ excess_insured: ['max'] }, { excess_insured: { n: excess / WHOLE_UNIT[currency] } })
}

/** Whether a value was sent; null counts as a value. */
function given<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
}

async function settingsOf(db: Kysely<DB>, id: number, language: Language): Promise<z.infer<typeof CompanySettings>> {
  const company = await db.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirst()
  if (!company) throw errors.NOT_FOUND()
  const places = await db
    .selectFrom('place')
    .innerJoin('city', 'city.id', 'place.city_id')
    .selectAll('place')
    .select([...CITY_NAMES])
    .where('company_id', '=', id)
    .orderBy('position')
    .orderBy('place.id')
    .execute()
  const { commission_percent, confirmation, prepayment_percent, phone, about, free_address_fee } = company
  const { free_until_hours, half_until_hours, turnaround_minutes } = company
  const { desk_price_percent, own_booking_percent, monthly_parts, part_grace_days, end_notice_days } = company
  const { child_seat_price, extra_driver_price, internet_price, insurance_price } = company
  return {
    id,
    name: wordingIn(language, company.name),
    logo: company.logo,
    logo_dark: company.logo_dark,
    currency: currencyIn(company),
    ...{ commission_percent, confirmation, prepayment_percent, phone, about, free_address_fee },
    ...{ free_until_hours, half_until_hours, turnaround_minutes, desk_price_percent, own_booking_percent },
    deposit_back_days: company.deposit_back_days ?? DEPOSIT_BACK_DAYS,
    deposit_online: company.deposit_online,
    ...{ monthly_parts, part_grace_days, end_notice_days },
    ...{ child_seat_price, extra_driver_price, internet_price, insurance_price, fine_fee: company.fine_fee },
    charges: chargesOf(company),
    ...{ excess: company.excess, excess_insured: company.excess_insured, cover: company.cover },
    ...{
      flex_percent: company.flex_percent,
      flex_per_day: company.flex_per_day,
      flex_until_hours: company.flex_until_hours,
    },
    has_key_boxes: company.has_key_boxes,
    places: places.map((place) => ({
      id: place.id,
      name: wordingIn(language, place.name),
      city: nameOf(place, language),
      phone: place.phone,
      opens_at: place.opens_at,
      closes_at: place.closes_at,
      receive_fee: place.receive_fee,
      return_fee: place.return_fee,
    })),
  }
}
