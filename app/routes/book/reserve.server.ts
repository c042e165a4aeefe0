import { data, type RouterContextProvider, redirect } from 'react-router'
import type { z } from 'zod'
import { Reserve } from '#app/contract/reservations/reservations.ts'
import type { BookingContext } from '#app/features/booking/booking-context.ts'
import type { Booking, Refusal, ShownQuote } from '#app/features/booking/booking-form.ts'
import { choiceErrorsBeside, driverErrorsBeside } from '#app/features/booking/errors-beside.server.ts'
import { heldOf, holdCookieOf } from '#app/features/booking/held/held-booking.server.ts'
import {
  BookingChoice,
  bookingOf,
  type FieldErrorList,
  type Priced,
  priceOf,
  similarTo,
} from '#app/features/booking/quote.server.ts'
import { DEFAULT_TIME } from '#app/rules/constants.ts'
import { parseDate } from '#app/rules/time/calendar-date.ts'
import type { FormReply } from '#app/ui/form/form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { fieldErrorsOf, isCallError, refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import { parseForm, withErrors } from '#app/web/page/forms.ts'
import { endDraftCookie } from '#app/web/session/resume.ts'

/** A form that is shown again, and the response's status. */
interface Answer {
  form: FormReply
  status: number
  refusal?: Refusal
  quote?: ShownQuote
  before?: number
}

/**
 * Answers the booking's form. `intent=reserve` reserves and leads to the payment; anything else shows the form again
 * with its price. So does `reserve` itself, if the form has shown no total yet.
 */
export async function answerForm(
  context: Readonly<RouterContextProvider>,
  bookingContext: BookingContext,
  typed: FormData,
) {
  const fields = copyOf(typed)
  fields.set('id', String(bookingContext.ad.id))
  fields.set('currency', bookingContext.currency)
  // The call expresses "the same place as at pick-up" by leaving the place out.
  if (!fields.get('return_address.id')) for (const part of ['id', 'address']) fields.delete(`return_address.${part}`)
  const choice = await parseForm(fields, BookingChoice, bookingContext, Reserve)
  const priced = choice.ok
    ? await priceOf(bookingContext.api, bookingContext.ad, choice.value, fields)
    : { quote: null, fieldErrors: await choiceErrorsBeside(bookingContext, choice.valid, fields) }
  const isReserving = fields.get('intent') === 'reserve' && Boolean(fields.get('shown_total'))
  const answer = isReserving
    ? await reserve(context, bookingContext, fields, priced)
    : await recalculate(bookingContext, fields, priced)
  if (answer instanceof Response) return answer

  const quote = answer.quote ?? priced.quote
  const isTaken = answer.refusal === 'taken' || quote?.available === false
  const isRefused = answer.refusal === 'refused'
  const own = isTaken && choice.ok ? await heldOf(context, bookingContext, choice.value) : undefined
  const shown = quote && isTaken ? { ...quote, available: own !== undefined } : quote
  const booking = bookingOf({
    form: withTypedReturn(own ? { ...answer.form, error: withoutTaken(answer.form.error) } : answer.form, typed),
    chosen: chosenOf(choice.ok ? choice.value : undefined, fields, bookingContext),
    quote: shown,
    // Somebody who submits the form a second time with other details holds the vehicle already.
    alternatives:
      (isTaken || isRefused) && choice.ok && !own && answer.refusal !== 'conflict'
        ? await decoration(
            context,
            'alternatives',
            similarTo(bookingContext, choice.value, { elsewhere: isRefused }),
            [],
          )
        : null,
    refusal: own ? undefined : answer.refusal,
    held: own?.shown,
    answers: isReserving ? 'reserve' : 'price',
    before: answer.before,
  })
  return data(booking, { status: answer.status })
}

function copyOf(fields: FormData): FormData {
  const copy = new FormData()
  for (const [name, value] of fields) copy.append(name, value)
  return copy
}

/** Keeps the address that somebody typed for the return before they chose "same as pick-up". */
function withTypedReturn(form: FormReply, typed: FormData): FormReply {
  const address = typed.get('return_address.address')
  if (typed.get('return_address.id') || typeof address !== 'string' || !address) return form
  return { ...form, initialValue: { ...form.initialValue, return_address: { address } } }
}

/** Drops the message that somebody took the vehicle, for people who hold it themselves. */
function withoutTaken({ '': _, ...error }: NonNullable<FormReply['error']> = {}) {
  return error
}

/** The same form with its price and everything typed; only fields on which the price depends are validated. */
async function recalculate(bookingContext: BookingContext, fields: FormData, { fieldErrors }: Priced): Promise<Answer> {
  const choice = await parseForm(fields, BookingChoice, bookingContext, Reserve)
  if (!choice.ok) return answerOf(withErrors(choice.reply, fieldErrors))
  return answerOf(choice.refuse(fieldErrors, Object.keys(fieldErrors).length > 0 ? 400 : 200))
}

async function reserve(
  context: Readonly<RouterContextProvider>,
  bookingContext: BookingContext,
  fields: FormData,
  priced: Priced,
): Promise<Answer | Response> {
  const form = await parseForm(fields, Reserve, bookingContext)
  if (!form.ok) {
    const beside = { ...driverErrorsBeside(bookingContext, form.valid), ...priced.fieldErrors }
    return answerOf(withErrors(form.reply, beside))
  }
  const key = fields.get('idempotency_key')
  const api = apiOf(context, { idempotencyKey: typeof key === 'string' && key ? key : undefined })
  try {
    const { id } = await api.reservations.reserve(form.value)
    const headers = new Headers()
    headers.append('set-cookie', holdCookieOf(context, bookingContext, { id, choice: form.value, fields }))
    headers.append('set-cookie', endDraftCookie(context.get(siteContext).origin))
    return redirect(`/payment?id=${id}`, { status: 303, headers })
  } catch (error) {
    return answerError(error, priced, form)
  }
}

type RightForm = Extract<Awaited<ReturnType<typeof parseForm<typeof Reserve>>>, { ok: true }>

function answerError(error: unknown, priced: Priced, form: RightForm): Answer {
  if (isCallError(error, 'PRICE_CHANGED')) {
    const { shown, now } = error.data
    const quote = priced.quote ? { ...priced.quote, ...now } : undefined
    return { ...answerOf(form.refuse({}, error.status)), refusal: 'price', quote, before: shown }
  }
  if (isCallError(error, 'INVALID_FIELDS')) {
    const fieldErrors: FieldErrorList = { ...priced.fieldErrors, ...fieldErrorsOf(error) }
    return answerOf(form.refuse(fieldErrors, error.status))
  }
  const at = { IDEMPOTENCY_CONFLICT: {}, TOO_MANY_REQUESTS: { '': ['too_many_requests'] } }
  const refusal = REFUSALS.find(([code]) => isCallError(error, code))?.[1]
  return { ...answerOf(refused(error, form, { at })), refusal }
}

const REFUSALS = [
  ['VEHICLE_TAKEN', 'taken'],
  ['TOO_MANY_HOLDS', 'holds'],
  ['IDEMPOTENCY_CONFLICT', 'conflict'],
  ['TOO_MANY_REQUESTS', 'busy'],
  ['BANNED_DETAILS', 'banned'],
  ['BOOKING_REFUSED', 'refused'],
] as const

function answerOf({ data: { form }, init }: RightFormReply): Answer {
  return { form, status: init?.status ?? 200 }
}
type RightFormReply = ReturnType<RightForm['refuse']>

/** The typed dates and times that could be read, for the calendar. */
function chosenOf(
  choice: z.infer<typeof BookingChoice> | undefined,
  fields: FormData,
  bookingContext: BookingContext,
): Booking['chosen'] {
  const date = (name: 'start_date' | 'end_date') => {
    const parsed = parseDate(textOf(fields, name), { calendar: 'gregorian', today: bookingContext.today })
    return choice?.[name] ?? (parsed.ok ? parsed.date : undefined)
  }
  return {
    start: date('start_date'),
    end: date('end_date'),
    startTime: choice?.start_time ?? DEFAULT_TIME,
    endTime: choice?.end_time ?? DEFAULT_TIME,
  }
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
