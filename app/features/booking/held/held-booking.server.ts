import { createContext, type RouterContextProvider } from 'react-router'
import { formatTime } from '#app/i18n/format/dates.ts'
import { FORM_TOKEN_FIELD } from '#app/rules/constants.ts'
import { localOf } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import { type HeldBooking, heldCookie, readHeld } from '#app/web/session/held-booking.ts'
import type { BookingContext } from '../booking-context.ts'
import type { ShownHold } from '../booking-form.ts'
import type { BookingChoice } from '../quote.server.ts'

export interface Found {
  held: HeldBooking
  shown: ShownHold
}

const foundContext = createContext<Promise<Found | 'over' | undefined> | null>(null)

/**
 * The unpaid reservation of this browser, looked up once per request; `over` when the reservation in its cookie is
 * paid, cancelled or expired. Pages work without it.
 */
export function heldBooking(context: Readonly<RouterContextProvider>): Promise<Found | 'over' | undefined> {
  const known = context.get(foundContext)
  if (known) return known
  const found = decoration(context, 'held-booking', findHeld(context), undefined)
  context.set(foundContext, found)
  return found
}

/** The same if it is for a certain vehicle and, when a time is given, overlaps that time. */
export async function heldOf(
  context: Readonly<RouterContextProvider>,
  { ad }: Pick<BookingContext, 'ad'>,
  time?: Pick<BookingChoice, 'start_date' | 'start_time' | 'end_date' | 'end_time'>,
): Promise<Found | undefined> {
  const found = await heldBooking(context)
  if (!found || found === 'over' || found.held.ad.id !== ad.id) return undefined
  if (!time) return found
  const { start, end } = found.held
  const isOverlap = `${time.start_date}T${time.start_time}` < end && start < `${time.end_date}T${time.end_time}`
  return isOverlap ? found : undefined
}

/** A `Set-Cookie` header that remembers the reservation that was just made, and its form. */
export function holdCookieOf(
  context: Readonly<RouterContextProvider>,
  { ad }: Pick<BookingContext, 'ad'>,
  { id, choice, fields }: { id: string; choice: BookingChoice; fields: FormData },
): string {
  const { config, origin } = context.get(siteContext)
  const held: HeldBooking = {
    id,
    ad: { id: ad.id, title: ad.title },
    city: { name: ad.city.name, zone: ad.city.zone },
    start: `${choice.start_date}T${choice.start_time}`,
    end: `${choice.end_date}T${choice.end_time}`,
    fields: typedFields(fields),
  }
  return heldCookie(held, { secret: config.sessionSecret, origin })
}

/** The fields of the booking form that a person filled in, without the page's own hidden ones. */
export function typedFields(fields: FormData): [string, string][] {
  return [...fields].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '' && !UNKEPT.includes(entry[0]),
  )
}

/** The fields of the form that made the reservation, by name; its dates and times come from the reservation. */
export function fieldsOfHeld({ fields }: HeldBooking): Record<string, string> {
  return Object.fromEntries(fields.filter(([name]) => !/^(start|end)_(date|time)/.test(name)))
}

const UNKEPT = [FORM_TOKEN_FIELD, 'intent', 'idempotency_key', 'shown_total', 'id', 'currency']

async function findHeld(context: Readonly<RouterContextProvider>): Promise<Found | 'over' | undefined> {
  const { cookies, config, language } = context.get(siteContext)
  const held = readHeld(cookies, config.sessionSecret)
  if (!held) return undefined
  try {
    const { status, hold_until } = await apiOf(context).reservations.status({ id: held.id })
    if (status !== 'AWAITING_PAYMENT' || !hold_until) return 'over'
    const until = formatTime(localOf(new Date(hold_until), held.city.zone).time, language)
    return { held, shown: { id: held.id, title: held.ad.title, city: held.city.name, until } }
  } catch (error) {
    if (isNotFoundAnswer(error)) return 'over'
    throw error
  }
}
