import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { ReservationChange } from '#app/contract/reservations/own-reservations.ts'
import { type Ad, SWITCHED_EXTRAS } from '#app/features/booking/booking-form.ts'
import { answerPayForm } from '#app/features/payment/pay.server.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { FREE_ADDRESS_ID } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import { isCallError, refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { type FieldErrors, type ParsedForm, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { OwnTrip } from '../own-trip.server.ts'
import { appliedMeanwhile } from './applied-meanwhile.server.ts'
import type { ChangeAnswer, ShownChange } from './change-answer.ts'
import { changeFields, changeQuery } from './change-query.ts'

type Context = Readonly<RouterContextProvider>

const RequestedChange = ReservationChange.omit({ id: true }).extend({ shown_total: z.coerce.number().int().optional() })
type RequestedChange = z.infer<typeof RequestedChange>
type RightForm = Extract<ParsedForm<RequestedChange>, { ok: true }>

/** The trip's vehicle with its places and extras; undefined when it is not on offer any more. */
export async function adOf(context: Context, { ad, currency }: OwnTrip): Promise<Ad | undefined> {
  try {
    return await apiOf(context).reservations.rental({ id: ad.id, currency })
  } catch (error) {
    if (isNotFoundAnswer(error)) return undefined
    throw error
  }
}

/** The form as the reservation is. */
export function initialFields(trip: OwnTrip): Record<string, string | undefined> {
  const { start_date, start_time, end_date, end_time, receive } = trip
  const on = (chosen: boolean) => (chosen ? 'on' : undefined)
  return {
    ...{ start_date, start_time, end_date, end_time },
    'receive_address.id': String(receive.place?.id ?? FREE_ADDRESS_ID),
    'receive_address.address': receive.place ? undefined : receive.address,
    'return_address.id': String(trip.return.place?.id ?? FREE_ADDRESS_ID),
    'return_address.address': trip.return.place ? undefined : trip.return.address,
    child_seat_count: String(trip.child_seat_count),
    extra_driver: on(trip.extra_driver),
    internet: on(trip.internet),
    supplemental_insurance: on(trip.supplemental_insurance),
  }
}

/** Answers the page's forms: shows what a change would cost, makes it, has it paid, or gives it up. */
export async function answerChangePage(context: Context, trip: OwnTrip, fields: FormData) {
  const page = `/profile/reservation/${trip.id}`
  const intent = fields.get('intent')
  if (intent === 'drop') return dropChange(context, trip)
  if (fields.has('transaction_id')) {
    return answerPayForm(context, fields, () => ({ paid: page, notPayable: `${page}/change` }))
  }
  const ad = trip.changeable_until ? await adOf(context, trip) : undefined
  if (!ad) return redirect(`${page}/change`, 303)
  const form = await readRequestedChange(context, trip, { ad, fields })
  if (!form.ok) return form.reply
  const isSure = intent === 'change' && form.value.shown_total !== undefined
  // A page of its own for the difference: back and reload find it again, and send nothing.
  const query = isSure ? undefined : changeQuery(trip, form.value)
  if (query) return redirect(`${page}/change?${query}#difference`, 303)
  return judged(trip, form, () => (isSure ? change(context, trip, form) : preview(context, trip, form)))
}

/** The difference that an address asks for; undefined where it asks for none. */
export async function answerChangeQuery(
  context: Context,
  trip: OwnTrip,
  { ad, query }: { ad: Ad; query: URLSearchParams },
) {
  if (!query.has('start_date')) return undefined
  const form = await readRequestedChange(context, trip, { ad, fields: changeFields(trip, query) })
  if (!form.ok) return form.reply
  return judged(trip, form, () => preview(context, trip, form))
}

async function readRequestedChange(context: Context, { city }: OwnTrip, { ad, fields }: { ad: Ad; fields: FormData }) {
  // A box that is not ticked sends nothing, and what is not sent would stay as it is.
  for (const name of SWITCHED_EXTRAS) if (ad.extras[name] !== null && !fields.has(name)) fields.set(name, 'off')
  return parseForm(fields, RequestedChange, {
    language: context.get(siteContext).language,
    today: dateIn(city.zone, new Date()),
  })
}

/** What a action answers, or the form with what speaks against it. Throws the way out where nothing may be changed any more. */
async function judged<Answer>({ id }: OwnTrip, form: RightForm, action: () => Promise<Answer>) {
  try {
    return await action()
  } catch (error) {
    if (isCallError(error, 'NOT_CHANGEABLE')) throw redirect(`/profile/reservation/${id}/change`, 303)
    return refused(error, form)
  }
}

/** The form again beside what the change would cost, with what speaks against it if anything does. */
async function preview(context: Context, trip: OwnTrip, form: RightForm, fieldErrors: FieldErrors = {}) {
  const { shown_total: _, ...requested } = form.value
  const quote = await apiOf(context).reservations.quoteChange({ id: trip.id, ...requested })
  const shown: ShownChange = { ...quote, isSame: isSame(trip, requested) }
  const isRefused = Object.keys(fieldErrors).length > 0
  const answer: ChangeAnswer = { form: form.refuse(fieldErrors).data.form, quote: shown }
  return data(answer, { status: isRefused || !quote.available ? 409 : 200 })
}

async function change(context: Context, trip: OwnTrip, form: RightForm) {
  const { language } = context.get(siteContext)
  const money = (amount: number) => formatMoney(amount, trip.currency, language)
  try {
    const made = await apiOf(context).reservations.change({ id: trip.id, ...form.value })
    if (made.status === 'AWAITING_PAYMENT') return redirect(`/profile/reservation/${trip.id}/change`, 303)
    const t = textFor(language, 'trips')
    const message = made.to_wallet > 0 ? t('change.doneWallet', { amount: money(made.to_wallet) }) : t('change.done')
    return goOn(context, tripPath(trip), message)
  } catch (error) {
    if (isCallError(error, 'VEHICLE_TAKEN')) return preview(context, trip, form, { '': ['vehicle_taken'] })
    if (!isCallError(error, 'PRICE_CHANGED')) throw error
    const { shown, now } = error.data
    const fieldError = { key: 'price_changed', values: { before: money(shown), now: money(now.total) } }
    return preview(context, trip, form, { '': [fieldError] })
  }
}

async function dropChange(context: Context, trip: OwnTrip) {
  try {
    await apiOf(context).reservations.dropChange({ id: trip.id })
  } catch (error) {
    return appliedMeanwhile(context, tripPath(trip), error)
  }
  return goOn(context, tripPath(trip), textFor(context.get(siteContext).language, 'trips')('waiting.dropped'))
}

function tripPath({ id }: OwnTrip): string {
  return `/profile/reservation/${id}`
}

/** Whether the requested change is the same as what is booked. */
function isSame(trip: OwnTrip, requested: Omit<RequestedChange, 'shown_total'>): boolean {
  const { receive_address, return_address, ...plain } = requested
  const isAsBooked = Object.entries(plain).every(
    ([name, value]) => value === undefined || value === trip[name as keyof typeof plain],
  )
  return isAsBooked && isPlace(trip.receive, receive_address) && isPlace(trip.return, return_address)
}

function isPlace({ place, address }: OwnTrip['receive'], requested: RequestedChange['receive_address']): boolean {
  if (!requested) return true
  return requested.id === FREE_ADDRESS_ID ? place === null && requested.address === address : requested.id === place?.id
}
