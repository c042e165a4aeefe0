import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import { guardBanned } from '#app/api/account/bans.ts'
import { belongsToEmail } from '#app/api/account/own-data/holdings.ts'
import { currencyRequested } from '#app/api/books/money.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { type ApiContext, api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { answeredBefore, askOf, callerOf, keepAnswer, takeKey } from '#app/api/call/idempotency.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { confirmReservation } from '#app/api/reservations/status/confirm.ts'
import type { Driver, Reserve, Reserved } from '#app/contract/reservations/reservations.ts'
import { freeUnitsOf } from '#app/db/prices/free-units.ts'
import { noteEvents, numberOf } from '#app/db/reservation.ts'
import { subscriberOf } from '#app/rules/access/network.ts'
import { HOLD_MINUTES, type Language } from '#app/rules/constants.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { guardBlocked } from './blocked-customer.ts'
import { choiceErrors, ruleValues } from './choice.ts'
import { claimCode, type JudgedCode } from './discount/discount.ts'
import { judgeForListing } from './discount/listing-code.ts'
import { checkedDriver } from './driver.ts'
import { guardGuesses } from './guesses.ts'
import { expireHolds, limitHolds } from './holds.ts'
import { type QuotedRental, quoteRental, shownBill } from './quote.ts'
import { readRentable } from './rentable.ts'
import { guardFree, rentalColumns, takeVehicle } from './take-vehicle.ts'

type Answer = z.infer<typeof Reserved>
type Calling = ApiContext & { person: Person | undefined }
type Booking = QuotedRental & {
  driver: z.infer<typeof Driver>
  form: z.infer<typeof Reserve>
  language: Language
  /** The part of the address that identifies a subscriber, by which holds are counted. */
  networkAddress: string
}

/**
 * Holds a vehicle for 20 minutes, with everything about it frozen, and sends the reservation's address. Safe to repeat
 * with an Idempotency-Key. Of any number of people who want one vehicle at once one gets it, the others VEHICLE_TAKEN.
 * Source: decisions.md, "Renting" and "Identity and access".
 */
export const reserve = api.reservations.reserve.handler(({ input, context }) => reserveVehicle(input, context))

/** The same for signed-in people (§7, v1); here, too, the reservation belongs to the phone in its form. */
export const reserveSignedIn = api.reservations.reserveSignedIn.handler(({ input, context }) =>
  reserveVehicle(input, context),
)

async function reserveVehicle(input: z.infer<typeof Reserve>, context: Calling): Promise<Answer> {
  const { deps, idempotencyKey } = context
  const ask = askOf(`reserve ${input.id} ${callerOf(context)}`, idempotencyKey, input)
  const earlier = await answeredBefore<Answer>(deps.db, ask)
  if (earlier) return earlier

  const booking = await checkedBooking(input, context)
  const hold = async (one: Booking) => {
    await expireHolds(deps, { ad: one.ad.id })
    return inTransaction(deps.db, async (tx) => {
      const first = await takeKey<Answer>(tx, ask, deps.now())
      if (first) return first
      const answer = await holdVehicle(deps, tx, one)
      await keepAnswer(tx, ask, answer)
      return answer
    })
  }
  try {
    return await hold(booking)
  } catch (error) {
    if (!isRefusal(error, 'VEHICLE_TAKEN')) throw error
    return holdUnit(input, context, { booking, hold, error })
  }
}

type Taken = { booking: Booking; hold: (booking: Booking) => Promise<Answer>; error: unknown }

/** Holds one that is the same in all but the plate, at the same price. Throws VEHICLE_TAKEN if there is none. */
async function holdUnit(input: z.infer<typeof Reserve>, context: Calling, { booking, hold, error }: Taken) {
  const { ad, chosen, bill } = booking
  const now = context.deps.now()
  for (const id of await freeUnitsOf(context.deps.db, { ad: ad.id, start: chosen.start_at, end: chosen.end_at, now })) {
    try {
      return await hold(await checkedBooking({ ...input, id, shown_total: bill.total }, context))
    } catch (refusal) {
      if (!isRefusal(refusal, 'VEHICLE_TAKEN', 'PRICE_CHANGED', 'NOT_FOUND')) throw refusal
    }
  }
  throw error
}

function isRefusal(error: unknown, ...codes: string[]): boolean {
  return error instanceof ORPCError && codes.includes(error.code)
}

/** The rental and its driver, with all rules checked, at the shown price. */
async function checkedBooking(form: z.infer<typeof Reserve>, context: Calling): Promise<Booking> {
  const { deps, language, clientAddress } = context
  const currency = currencyRequested(form.currency, language)
  const ad = await readRentable(deps.db, { id: form.id, now: deps.now() })
  const now = deps.now()
  const minimumAge = ad.min_driver_age
  const { driver, ...wrong } = checkedDriver(form, { language, currency, pickUp: form.start_date, minimumAge })
  const fieldErrors = { ...wrong.fieldErrors, ...choiceErrors(ad, form, { now }) }
  const values = { date_of_birth: { age: minimumAge }, ...ruleValues(ad, form) }
  const asked = { ad, currency, now, phone: driver?.phone, guardGuess: guardGuesses(context) }
  if (Object.keys(choiceErrors(ad, form, { now })).length > 0) {
    const code = form.discount_code && (await judgeForListing(deps.db, form.discount_code, asked))
    throw invalidFields({ ...fieldErrors, ...(code && codeErrors(code)) }, values)
  }
  const quoted = await quoteRental(deps.db, { ...asked, choice: form })
  const { code, bill } = quoted
  Object.assign(fieldErrors, codeErrors(code))
  if (!driver || Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors, values)
  // Only an otherwise valid form reveals it.
  await guardBanned(deps.db, driver)
  await guardBlocked(deps.db, { ...driver, company: ad.company_id })
  if (form.shown_total !== undefined && form.shown_total !== bill.total) {
    throw errors.PRICE_CHANGED({ data: { shown: form.shown_total, now: shownBill(quoted) } })
  }
  return { ...quoted, driver, form, language, networkAddress: subscriberOf(clientAddress) }
}

function codeErrors(code: JudgedCode | undefined): Record<string, string[]> {
  return code && !code.ok ? { discount_code: [`discount_${code.reason}`] } : {}
}

async function holdVehicle(deps: Deps, tx: Tx, booking: Booking): Promise<Answer> {
  const { bill, code, driver } = booking
  const now = deps.now()
  await guardFree(tx, booking, now)
  const id = publicId()
  const hold_until = new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS)
  const { number } = await insertReservation(tx, id, booking, { now, hold_until })
  await takeVehicle(tx, booking, { id, hold_until })

  await limitHolds(tx, { phone: driver.phone, networkAddress: booking.networkAddress, now })
  if (code?.id)
    await claimCode(tx, { id: code.id, oncePerPhone: code.oncePerPhone, phone: driver.phone, reservation: id })
  await noteEvents(tx, [id], { status: 'AWAITING_PAYMENT', actor: 'CUSTOMER', at: now })
  const nothingToPay = bill.payable_now === 0
  const status = nothingToPay ? await confirmReservation(deps, tx, await lockReservation(tx, id)) : 'AWAITING_PAYMENT'
  if (!nothingToPay) await notify(deps, tx, { kind: 'reserved', reservation: id })
  return {
    id,
    number: numberOf({ number }),
    status,
    hold_until: nothingToPay ? null : hold_until.toISOString(),
    total: bill.total,
    payable_now: bill.payable_now,
    currency: bill.currency,
  }
}

async function insertReservation(tx: Tx, id: string, booking: Booking, at: { now: Date; hold_until: Date }) {
  const { ad, driver, form, code } = booking
  return tx
    .insertInto('reservation')
    .values({
      id,
      ...rentalColumns(booking, form),
      status: 'AWAITING_PAYMENT',
      language: booking.language,
      phone: driver.phone,
      fullname: driver.fullname,
      national_id: driver.national_id,
      email: driver.email ?? null,
      by_email: await belongsToEmail(tx, driver),
      date_of_birth: driver.date_of_birth,
      country: driver.country ?? null,
      city: driver.city ?? null,
      address: driver.address ?? null,
      zip_code: driver.zip_code ?? null,
      discount_code_id: code?.id ?? null,
      commission_percent: ad.commission_percent,
      hold_until: at.hold_until,
      network_address: booking.networkAddress,
      created_at: at.now,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
}
