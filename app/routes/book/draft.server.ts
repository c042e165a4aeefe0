import { type RouterContextProvider, redirect } from 'react-router'
import { bookPath } from '#app/features/booking/book-address.ts'
import type { BookingContext } from '#app/features/booking/booking-context.ts'
import type { Booking } from '#app/features/booking/booking-form.ts'
import { typedFields } from '#app/features/booking/held-booking.server.ts'
import { languageOf } from '#app/i18n/language.ts'
import { DEFAULT_TIME } from '#app/rules/constants.ts'
import { siteContext } from '#app/web/page/context.ts'
import { draftCookie, readDraft } from '#app/web/session/resume.ts'

/**
 * Redirects a form that was submitted for its price without scripts to the address of its dates, so that Back and
 * Reload never offer to send it again; a cookie keeps what was typed. Undefined if the form must be shown again
 * instead: because it has errors, no dates, or is too long for a cookie. Source: *ours*.
 */
export function goToPrice(
  context: Readonly<RouterContextProvider>,
  { ad }: BookingContext,
  { fields, booking, url }: { fields: FormData; booking: Booking; url: URL },
): Response | undefined {
  const { isDocument, config, origin } = context.get(siteContext)
  const { start, end, startTime, endTime } = booking.chosen
  const hasErrors = Object.keys(booking.form?.error ?? {}).length > 0
  if (!isDocument || booking.answers !== 'price' || hasErrors || !start || !end) return undefined
  const currency = url.searchParams.get('currency')
  const query = new URLSearchParams(currency === null ? {} : { currency })
  for (const [name, time] of Object.entries({ start_time: startTime, end_time: endTime })) {
    if (time !== DEFAULT_TIME) query.set(name, time)
  }
  const path = bookPath({ category: ad.category, id: ad.id, start, end, query })
  const cookie = draftCookie({ path, fields: typedFields(fields) }, { secret: config.sessionSecret, origin })
  return cookie ? redirect(path, { status: 303, headers: { 'set-cookie': cookie } }) : undefined
}

/** The form that was submitted for the price of this address. */
export function draftOf(context: Readonly<RouterContextProvider>, url: URL): FormData | undefined {
  const { cookies, config } = context.get(siteContext)
  const path = languageOf(url.pathname).rest + url.search
  const draft = readDraft(cookies, { secret: config.sessionSecret, path })
  if (!draft) return undefined
  const fields = new FormData()
  for (const [name, value] of draft.fields) fields.append(name, value)
  return fields
}
