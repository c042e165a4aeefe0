import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { StaffBooking, StaffChoice } from '#app/contract/company/reservations/bookings.ts'
import { QuoteTerms } from '#app/contract/company/reservations/quotes.ts'
import { IsoDate, RowId, SlotTime } from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalText } from '#app/contract/shapes/text.ts'
import { StandsText, termOf } from '#app/features/quote/stands.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { DrawnTimes } from '#app/routes/desk/calendar/drawn-times.ts'
import { readVehicle } from '#app/routes/desk/fleet/own-vehicle.server.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import { QUOTE_PAYMENTS } from '#app/rules/reservation/quote.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerRead } from '#app/web/page/answer-form.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, type parseForm as Parse, parseForm } from '#app/web/page/forms.ts'

type Context = Readonly<RouterContextProvider>
type Api = ReturnType<typeof apiOf>['company']['reservations']

const Place = z.preprocess((value) => empty(latin(value)), RowId.optional())
const Amount = optionalText(30)

/** What a quote has besides; `stands` is `HOUR`, `DAY`, or the date until which it stands. */
const QuoteFields = {
  stands: StandsText,
  may_extras: QuoteTerms.shape.may_extras,
  may_places: QuoteTerms.shape.may_places,
  may_times: QuoteTerms.shape.may_times,
  message: QuoteTerms.shape.message,
}

/** The whole form: places by their numbers, amounts in whole units; `q` finds a customer and `seek` a vehicle. */
const Typed = StaffBooking.omit({ receive_address: true, return_address: true }).extend({
  from: Place,
  to: Place,
  day_price: Amount,
  received: Amount,
  q: optionalText(80),
  seek: optionalText(80),
  ...QuoteFields,
})
const Times = z.object({
  start_date: IsoDate,
  start_time: SlotTime,
  end_date: IsoDate,
  end_time: SlotTime,
  from: Place,
  seek: optionalText(80).catch(undefined),
})
const Priced = z.object({
  ...StaffChoice.omit({ receive_address: true, return_address: true }).shape,
  from: Place,
  to: Place,
  day_price: Amount,
})

/** What the page shows beside the form. */
export interface Shown {
  free: Awaited<ReturnType<Api['freeVehicles']>> | null
  bill: Awaited<ReturnType<Api['priceBooking']>> | null
  /** Where nothing is free, or not the chosen vehicle. */
  ways: Awaited<ReturnType<Api['waysOut']>> | null
}

export interface FoundCustomers {
  known: Awaited<ReturnType<Api['knownCustomers']>>['results'] | null
  /** The customer whose name and phone were filled in. */
  filled: string | null
}

const parse = (context: Context, fields: FormData, schema: Parameters<typeof Parse>[1]) =>
  parseForm(fields, schema, formPage(context), Typed)

/**
 * Answers the form's buttons: `free` shows vehicles, `days-…` takes other days, `find` shows customers, `use-…` fills one in, `price`
 * works out the bill, and anything else books. All keep what was typed.
 */
export async function answerBookingForm(context: Context, fields: FormData) {
  const intent = String(fields.get('intent') ?? '')
  const found = await findCustomers(context, fields, intent)
  const isMoved = takeOtherDays(fields, intent)
  if (isMoved || intent === 'free' || intent === 'price' || intent === 'find' || intent.startsWith('use-')) {
    const schema = isMoved || intent === 'free' ? Times : intent === 'price' ? Priced : z.object({})
    const form = await parse(context, fields, schema)
    const shown = await shownFor(context, fields)
    const reply = form.ok ? form.refuse(intent === 'price' ? shown.errors : {}, 200) : form.reply
    return data({ ...reply.data, ...shown, ...found, check: false, taken: false }, reply.init ?? {})
  }
  return book(context, fields, found)
}

/**
 * The form for days that were drawn in the calendar: filled in, with the vehicle and its bill. Null unless vehicle and times are there.
 * Throws a 404 response for another company's vehicle.
 */
export async function drawnBooking(context: Context, { ad, ...times }: DrawnTimes) {
  if (!ad || !times.start_date || !times.end_date) return null
  const { id, plate } = await readVehicle(context, ad)
  const fields = { ...times, ad: String(id), seek: plate ?? String(id) }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { errors: _, ...shown } = await shownFor(context, form)
  return { fields, shown }
}

async function book(context: Context, fields: FormData, found: FoundCustomers) {
  const { language } = context.get(siteContext)
  const form = await parseForm(fields, Typed, formPage(context))
  const shown = await shownFor(context, fields)
  const again = { ...shown, ...found, check: false, taken: false }
  if (!form.ok) return data({ ...form.reply.data, ...again }, form.reply.init ?? {})
  const { currency, zone } = shown.bill ?? {}
  // Nobody books at a price that they have not seen.
  if (form.value.shown_total === undefined && shown.bill && Object.keys(shown.errors).length === 0)
    return data({ ...form.refuse({}, 200).data, ...again, check: true }, { status: 200 })
  const amounts = amountsOf(form.value, currency ?? 'IRT')
  if (Object.keys(amounts.errors).length > 0) {
    const reply = form.refuse(amounts.errors)
    return data({ ...reply.data, ...again }, reply.init ?? {})
  }
  if (fields.get('intent') === 'quote' && !QUOTE_PAYMENTS.some((payment) => payment === form.value.payment)) {
    const reply = form.refuse({ payment: ['quote_payment'] })
    return data({ ...reply.data, ...again }, reply.init ?? {})
  }
  const key = fields.get('idempotency_key')
  const api = apiOf(context, { idempotencyKey: typeof key === 'string' && key ? key : undefined })
  let taken = false
  const answer = await answerRead(
    context,
    form,
    async () => {
      const { from, to, q: _q, seek: _seek, stands, may_extras, may_places, may_times, message, ...value } = form.value
      const booking = { ...value, ...placesOf({ from, to }), ...amounts.values }
      if (fields.get('intent') === 'quote') {
        const offer = { ...termOf(stands), may_extras, may_places, may_times, message }
        return sendQuote(context, api, { booking, offer, zone })
      }
      const { id, number, hold_until } = await api.company.reservations.book(booking)
      const t = textFor(language, 'counter')
      const named = numberIn(language, number)
      const said = hold_until
        ? t('doneHeld', {
            number: named,
            time: formatInstant(new Date(hold_until), zone ?? 'Asia/Tehran', language, 'weekday'),
          })
        : t('done', { number: named })
      return { to: `/desk/reservations/${id}`, said }
    },
    (error) => {
      taken = isCallError(error, 'VEHICLE_TAKEN')
      const blocked = isCallError(error, 'CUSTOMER_BLOCKED') && {
        CUSTOMER_BLOCKED: { phone: [{ key: 'customer_blocked', values: error.data }] },
      }
      const until = isCallError(error, 'INVALID_FIELDS') && error.data.fields.until
      if (until) error.data.fields.stands = until
      return { at: { PRICE_CHANGED: { '': [priceChanged(error, language)] }, ...blocked } }
    },
  )
  if (answer instanceof Response) return answer
  const now = taken ? await shownFor(context, fields) : shown
  return data({ ...answer.data, ...now, ...found, check: false, taken }, answer.init ?? {})
}

type Booked = Parameters<Api['book']>[0]

/** Sends the booking as a quote, which its customer accepts first. */
async function sendQuote(
  context: Context,
  api: ReturnType<typeof apiOf>,
  {
    booking,
    offer,
    zone = 'Asia/Tehran',
  }: { booking: NonNullable<Booked>; offer: z.input<typeof QuoteTerms>; zone: string | undefined },
) {
  const { language } = context.get(siteContext)
  // Whoever accepts it chooses how it is paid.
  const { payment, hold: _hold, received: _received, reference: _reference, monthly: _monthly, ...rest } = booking
  const quote = { ...rest, ...offer, payment: payment === 'LINK' ? ('LINK' as const) : ('LATER' as const) }
  const { id, number, hold_until } = await api.company.reservations.quotes.offer(quote)
  const time = formatInstant(new Date(hold_until ?? 0), zone, language, 'weekday')
  const said = textFor(language, 'quote')('form.done', { number: numberIn(language, number), time })
  return { to: `/desk/reservations/${id}`, said }
}

function priceChanged(error: unknown, language: ReturnType<typeof formPage>['language']): FieldError {
  if (!isCallError(error, 'PRICE_CHANGED')) return { key: 'price_changed', values: { before: '', now: '' } }
  const { shown, now } = error.data
  const money = (amount: number) => formatMoney(amount, now.currency, language)
  return { key: 'price_changed', values: { before: money(shown), now: money(now.total) } }
}

/**
 * The vehicles that are free and the bill of the chosen one, as far as what was typed allows it; where none is free, or not the chosen
 * one, the ways out.
 */
async function shownFor(context: Context, fields: FormData): Promise<Shown & { errors: Record<string, FieldError[]> }> {
  const api = apiOf(context).company.reservations
  const times = await parseForm(fields, Times, formPage(context), Typed)
  const { from: place, seek: q, ...when } = times.ok ? times.value : ({} as z.infer<typeof Times>)
  const free = times.ok ? await api.freeVehicles({ ...when, place, q }).catch(nullOfInvalid) : null
  const { bill, ad, errors } = await billFor(context, fields, free?.results[0]?.currency ?? 'IRT')
  const isTaken = bill?.available === false
  const ways =
    free && (isTaken || free.results.length === 0)
      ? await api.waysOut({ ...when, place, q, ...(isTaken && { ad }) }).catch(nullOfInvalid)
      : null
  return { free, bill, ways, errors }
}

async function billFor(context: Context, fields: FormData, currency: CurrencyCode) {
  const api = apiOf(context).company.reservations
  const priced = await parseForm(fields, Priced, formPage(context), Typed)
  if (!priced.ok) return { bill: null, errors: {} }
  const { from, to, day_price, ...choice } = priced.value
  const { ad } = choice
  const { values, errors } = amountsOf({ day_price }, currency)
  const asked = { ...choice, ...placesOf({ from, to }) }
  try {
    return { ad, bill: await api.priceBooking({ ...asked, day_price: values.day_price }), errors }
  } catch (error) {
    if (!isCallError(error, 'INVALID_FIELDS', 'NOT_FOUND')) throw error
    const bill = await api.priceBooking(asked).catch(nullOfInvalid)
    return { ad, bill, errors: isCallError(error, 'INVALID_FIELDS') ? errorsOf(error.data) : {} }
  }
}

function errorsOf({
  fields,
  values,
}: {
  fields: Record<string, string[]>
  values?: Record<string, object> | undefined
}) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, keys]) => [
      name,
      keys.map((key) => ({ key, ...(values?.[name] && { values: values[name] as Record<string, string | number> }) })),
    ]),
  )
}

function nullOfInvalid(error: unknown): null {
  if (isCallError(error, 'INVALID_FIELDS', 'NOT_FOUND')) return null
  throw error
}

const placesOf = ({ from, to }: { from?: number | undefined; to?: number | undefined }) => ({
  ...(from !== undefined && { receive_address: { id: from } }),
  ...(to !== undefined && { return_address: { id: to } }),
})

/** Typed amounts in the minor unit, and what is wrong with them. */
function amountsOf(typed: { day_price?: string | undefined; received?: string | undefined }, currency: CurrencyCode) {
  const values: { day_price?: number; received?: number } = {}
  const errors: Record<string, FieldError[]> = {}
  for (const name of ['day_price', 'received'] as const) {
    const amount = typed[name] === undefined ? undefined : typedAmount(typed[name], currency)
    if (amount && 'fieldError' in amount) errors[name] = [{ key: amount.fieldError }]
    else if (amount) values[name] = amount.minor
  }
  return { values: { day_price: undefined, received: undefined, ...values }, errors }
}

/** Writes the days of a way out into the form. */
function takeOtherDays(fields: FormData, intent: string): boolean {
  const [, start_date, end_date] = /^days-(\d{4}-\d\d-\d\d)-(\d{4}-\d\d-\d\d)$/.exec(intent) ?? []
  if (!start_date || !end_date) return false
  fields.set('start_date', start_date)
  fields.set('end_date', end_date)
  return true
}

/** Finds customers, and writes the chosen or only one into the form. */
async function findCustomers(context: Context, fields: FormData, intent: string): Promise<FoundCustomers> {
  const q = String(fields.get('q') ?? '').trim()
  if (q === '' || (intent !== 'find' && !intent.startsWith('use-'))) return { known: null, filled: null }
  const { results } = await apiOf(context).company.reservations.knownCustomers({ q: q.slice(0, 80) })
  const chosen = intent === 'find' ? (results.length === 1 ? results[0] : undefined) : results.find(isNamed(intent))
  if (chosen) {
    fields.set('fullname', chosen.fullname)
    fields.set('phone', chosen.phone)
    fields.set('language', chosen.language)
  } else if (results.length === 0) {
    const name = /\d/.test(String(latin(q))) ? 'phone' : 'fullname'
    if (!fields.get(name)) fields.set(name, q)
  }
  return { known: results, filled: chosen?.reservation ?? null }
}

const isNamed =
  (intent: string) =>
  ({ reservation }: { reservation: string }) =>
    intent === `use-${reservation}`
