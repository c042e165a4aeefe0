import { type Booking, isPriced } from '#app/features/booking/booking-form.ts'
import type { FormReply } from '#app/ui/form/form.tsx'

/**
 * Combines the booking of the address, the last answer to the form and the last price requested while typing into the
 * current booking and the form's errors. A price requested while typing validates only the fields that it depends on;
 * it keeps the errors about the driver, and never shows an error of the whole form: `isLive`. A field for which the
 * submitted form was refused stays among the errors while it is wrong: `refusedFields`.
 */
export function joinAnswers(
  begun: Booking,
  sent: Booking | undefined,
  live: Booking | undefined,
): { booking: Booking; reply: FormReply | undefined; isLive: boolean; refusedFields: string[] } {
  const requested = live && live.at > (sent?.at ?? 0) ? live : undefined
  const last = requested ?? sent ?? begun
  const booking: Booking = { ...last, ...(requested && { refusal: undefined, answers: sent?.answers }) }
  const reply = requested ? joinReplies((sent ?? begun).form, requested.form) : last.form
  const refusedFields = Object.keys(sent?.form?.error ?? {})
  return { booking, reply, isLive: requested !== undefined, refusedFields }
}

/** The page's first status code: a date that is invalid, or cannot be rented, is a bad address. */
export function statusOf({ form }: Booking): number {
  return Object.keys(form?.error ?? {}).length > 0 ? 400 : 200
}

function joinReplies(sent: FormReply | undefined, requested: FormReply | undefined): FormReply | undefined {
  if (!sent && Object.keys(requested?.error ?? {}).length === 0) return undefined
  const error = { ...withoutPriced(sent?.error ?? {}), ...requested?.error }
  return { ...(sent ?? requested), error }
}

function withoutPriced(error: NonNullable<FormReply['error']>) {
  return Object.fromEntries(Object.entries(error).filter(([name]) => name !== '' && !isPriced(name)))
}
