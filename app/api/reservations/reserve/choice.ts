import type { z } from 'zod'
import { type ErrorValues, invalidFields } from '#app/api/call/invalid-fields.ts'
import { timeErrors } from '#app/api/call/time-errors.ts'
import type { RentalChoice as RentalChoiceSchema } from '#app/contract/reservations/reservations.ts'
import { FREE_ADDRESS_ID } from '#app/rules/constants.ts'
import type { Extras } from '#app/rules/money/price.ts'
import { lengthError } from '#app/rules/money/price-rules.ts'
import { COUNTER_GRACE_MS } from '#app/rules/reservation/staff-booking.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { isOpenAt, isShutOn, nextOpening } from '#app/rules/time/opening-hours.ts'
import { instantOf, rentalDays, type WallTime } from '#app/rules/time/rental-time.ts'
import type { HandOverPlace, Rentable } from './rentable.ts'

export type RentalChoice = z.infer<typeof RentalChoiceSchema>

/** Where a vehicle is handed over: one of the company's places, or an address of the customer's. */
export type HandOverAt = { place: HandOverPlace; address: null } | { place: null; address: string }

/**
 * For a change: when the reservation was booked, for which time, and at which places (null for an address). One that ends early may
 * become shorter than the company rents out.
 */
export type Booked = {
  at: Date
  start_at: Date
  end_at: Date
  days: number
  start_place: number | null
  end_place: number | null
  endsEarly?: boolean
  /** What it has already and may keep, although the company offers it no more. */
  has?: Extras & { start_address: string | null; end_address: string | null }
}

/** Now, what is changed, and whether the company's staff choose for a customer. */
export type ChoosingAt = { now: Date; booked?: Booked | undefined; byStaff?: boolean | undefined }

export type Chosen = {
  start_at: Date
  end_at: Date
  days: number
  receive: HandOverAt
  return: HandOverAt
}

/**
 * The customer's choices, checked against the listing. Throws INVALID_FIELDS with all errors of `choiceErrors`. By
 * default the place is the company's first, and a vehicle returns to where it was received (*ours*).
 */
export function chosenOf(ad: Rentable, choice: RentalChoice, at: ChoosingAt): Chosen {
  const fieldErrors = choiceErrors(ad, choice, at)
  const [receive, back] = [handOverOf(ad, choice, 'start', at.booked), handOverOf(ad, choice, 'end', at.booked)]
  if (Object.keys(fieldErrors).length > 0 || typeof receive === 'string' || typeof back === 'string')
    throw invalidFields(fieldErrors, ruleValues(ad, choice))

  const start = { date: choice.start_date, time: choice.start_time }
  const end = { date: choice.end_date, time: choice.end_time }
  return {
    start_at: instantOf(start.date, start.time, ad.zone),
    end_at: instantOf(end.date, end.time, ad.zone),
    days: rentalDays(start, end),
    receive,
    return: back,
  }
}

/**
 * What the listing does not allow, as keys by field: times in the city's time zone and within the hours of the places,
 * places of this company in this city, extras that the company offers. Staff know their own hours and how much time they
 * need to prepare a vehicle; at the counter, a pick-up of the last hour is not past.
 */
export function choiceErrors(
  ad: Rentable,
  choice: RentalChoice,
  { now, booked, byStaff = false }: ChoosingAt,
): Record<string, string[]> {
  const since = firstStart({ now, booked, byStaff })
  const fieldErrors: Record<string, string[]> = {
    ...timeErrors(choice, { zone: ad.zone, now: since }),
    ...extraErrors(ad, choice, booked),
    ...flexibleErrors(ad, choice, now),
  }
  const [receive, back] = [handOverOf(ad, choice, 'start', booked), handOverOf(ad, choice, 'end', booked)]
  if (typeof receive === 'string') fieldErrors.receive_address = [receive]
  else if (!byStaff) addHoursError(fieldErrors, ad, { side: 'start', at: receive, choice, booked })
  if (typeof back === 'string') fieldErrors.return_address = [back]
  else if (!byStaff) addHoursError(fieldErrors, ad, { side: 'end', at: back, choice, booked })
  if (Object.keys(fieldErrors).length === 0)
    Object.assign(fieldErrors, ruleErrors(ad, choice, { now, booked, byStaff }))
  return fieldErrors
}

/** The time after which a rental can start: one under way that is extended has started before. */
function firstStart({ now, booked, byStaff }: ChoosingAt): Date {
  const since = now.getTime() - (byStaff ? COUNTER_GRACE_MS : 0)
  return new Date(booked ? Math.min(since, booked.start_at.getTime() - 1) : since)
}

/** Too short, too long or too soon for the company. What a change leaves as booked is not checked again. */
function ruleErrors(
  { rules, zone }: Rentable,
  choice: RentalChoice,
  { now, booked, byStaff }: ChoosingAt,
): Record<string, string[]> {
  const fieldErrors: Record<string, string[]> = {}
  const days = daysOf(choice)
  const start = instantOf(choice.start_date, choice.start_time, zone)
  const isMoved = booked?.start_at.getTime() !== start.getTime()
  const wrongLength = lengthError(rules, { start_date: choice.start_date, days })
  if (wrongLength && !booked?.endsEarly && (isMoved || booked?.days !== days)) fieldErrors.end_date = [wrongLength.key]
  if (!byStaff && isMoved && start.getTime() < now.getTime() + (rules.lead_hours ?? 0) * HOUR_MS)
    fieldErrors.start_date = ['lead_time']
  return fieldErrors
}

/** The values for the messages of `ruleErrors` and of closed days and hours. */
export function ruleValues(ad: Rentable, choice: RentalChoice): ErrorValues {
  const { rules } = ad
  const wrongLength = lengthError(rules, { start_date: choice.start_date, days: daysOf(choice) })
  const [starts, ends] = [opensValue(ad, 'start', choice), opensValue(ad, 'end', choice)]
  return {
    end_date: { days: wrongLength?.days ?? 0, ...ends },
    start_date: { hours: rules.lead_hours ?? 0, ...starts },
    end_time: ends,
    start_time: starts,
  }
}

type Side = 'start' | 'end'

/**
 * A closed day is an error of the date, another hour of an open day one of the time. What a change leaves as booked is
 * not checked again.
 */
function addHoursError(
  fieldErrors: Record<string, string[]>,
  ad: Rentable,
  { side, at, choice, booked }: { side: Side; at: HandOverAt; choice: RentalChoice; booked: Booked | undefined },
): void {
  if (fieldErrors[`${side}_date`] || fieldErrors[`${side}_time`]) return
  const places = servingAt(ad, at)
  const wall = wallTimeOf(choice, side)
  if (places.length === 0 || places.some((place) => isOpenAt(place, wall))) return
  if (booked && isAsBooked(booked, { side, at, instant: instantOf(wall.date, wall.time, ad.zone) })) return
  if (!nextOpening(places, wall)) fieldErrors[`${side}_date`] = ['closed_long']
  else if (places.every((place) => isShutOn(place, wall.date))) fieldErrors[`${side}_date`] = ['closed_day']
  else fieldErrors[`${side}_time`] = ['outside_hours']
}

function isAsBooked(booked: Booked, { side, at, instant }: { side: Side; at: HandOverAt; instant: Date }): boolean {
  return booked[`${side}_at`].getTime() === instant.getTime() && booked[`${side}_place`] === (at.place?.id ?? null)
}

/** When it opens again: a local time of the city. */
function opensValue(ad: Rentable, side: Side, choice: RentalChoice): { opens?: string } {
  const at = handOverOf(ad, choice, side)
  if (typeof at === 'string') return {}
  const opens = nextOpening(servingAt(ad, at), wallTimeOf(choice, side))
  return opens ? { opens: `${opens.date}T${opens.time}` } : {}
}

function wallTimeOf(choice: RentalChoice, side: Side): WallTime {
  return { date: choice[`${side}_date`], time: choice[`${side}_time`] }
}

function daysOf({ start_date, start_time, end_date, end_time }: RentalChoice): number {
  return rentalDays({ date: start_date, time: start_time }, { date: end_date, time: end_time })
}

const EXTRA_PRICES = [
  ['child_seat_count', 'child_seat_price'],
  ['extra_driver', 'extra_driver_price'],
  ['internet', 'internet_price'],
  ['supplemental_insurance', 'supplemental_insurance_price'],
] as const

/** A company does not offer what it has no price for; who has booked it before keeps it. */
function extraErrors(ad: Rentable, choice: RentalChoice, booked?: Booked): Record<string, string[]> {
  const fieldErrors: Record<string, string[]> = {}
  for (const [name, price] of EXTRA_PRICES) {
    if (ad[price] === null && Number(choice[name]) > Number(booked?.has?.[name] ?? 0)) {
      fieldErrors[name] = ['not_offered']
    }
  }
  return fieldErrors
}

/** Not sold, or so late that it would give nothing. */
function flexibleErrors(ad: Rentable, choice: RentalChoice, now: Date): Record<string, string[]> {
  if (!choice.flexible) return {}
  if (ad.flex_until_hours === null) return { flexible: ['not_offered'] }
  const start = instantOf(choice.start_date, choice.start_time, ad.zone)
  return now.getTime() > start.getTime() - ad.flex_until_hours * HOUR_MS ? { flexible: ['flexible_late'] } : {}
}

function handOverOf(
  ad: Rentable,
  choice: RentalChoice,
  side: Side,
  booked?: Booked,
): HandOverAt | 'place' | 'not_offered' {
  const requested = side === 'start' ? choice.receive_address : (choice.return_address ?? choice.receive_address)
  if (!requested) return ad.places[0] ? { place: ad.places[0], address: null } : 'place'
  if (requested.id === FREE_ADDRESS_ID) {
    const address = requested.address ?? ''
    const isOffered = ad.free_address_fee !== null || booked?.has?.[`${side}_address`] === address
    return isOffered ? { place: null, address } : 'not_offered'
  }
  const place = ad.places.find(({ id }) => id === requested.id)
  return place ? { place, address: null } : 'place'
}

/** A customer's address can be used while any of the company's places in the city is open (*ours*). */
function servingAt(ad: Rentable, { place }: HandOverAt): HandOverPlace[] {
  return place ? [place] : ad.places
}

/** The price of the two hand-overs, in the company's currency. */
export function feesOf(ad: Rentable, chosen: Chosen): { receive_place: number; return_place: number } {
  const { receive, return: back } = chosen
  return {
    receive_place: receive.place?.receive_fee ?? ad.free_address_fee ?? 0,
    return_place: back.place?.return_fee ?? ad.free_address_fee ?? 0,
  }
}
