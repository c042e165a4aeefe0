import { type CompanyRole, DESK_ROLES } from '#app/rules/access/company-role.ts'
import type { Channel, NoticeKind } from './notifications.ts'

/**
 * The events that a company's staff can be notified of: the kinds of notification of each, and the roles that may
 * choose it. Drivers can only choose those about the day's work. Source: *ours*.
 */
export const STAFF_EVENTS = {
  new: { kinds: ['newBooking', 'quoteAccepted', 'quoteDeclined'], roles: DESK_ROLES },
  confirm: { kinds: ['bookingToConfirm', 'confirmSoon', 'extensionAsked'], roles: DESK_ROLES },
  changed: { kinds: ['bookingChanged', 'calendarConflict', 'calendarTooComplex'], roles: DESK_ROLES },
  cancelled: { kinds: ['bookingCancelled'], roles: DESK_ROLES },
  arriving: { kinds: ['arrivingToday'], roles: DESK_ROLES },
  charges: {
    kinds: ['chargeAccepted', 'chargeDisputed', 'chargePaidOnline', 'disputeWon', 'disputeLost'],
    roles: DESK_ROLES,
  },
  parts: { kinds: ['partOverdue'], roles: DESK_ROLES },
  deposits: { kinds: ['depositPaidOnline', 'depositSoon', 'depositOverdue'], roles: DESK_ROLES },
  messages: { kinds: ['customersWaiting'], roles: DESK_ROLES },
  payout: { kinds: ['payoutSent'], roles: ['OWNER'] },
} as const satisfies Record<string, { kinds: readonly NoticeKind[]; roles: readonly CompanyRole[] }>

export type StaffEvent = keyof typeof STAFF_EVENTS

/** The channels that a person chose for each event; what is left out goes by their account's settings. */
export type StaffNotices = Partial<Record<StaffEvent, Channel[]>>

export const STAFF_EVENT_NAMES = Object.keys(STAFF_EVENTS) as StaffEvent[]
/** At least one person must be notified of these: a booking that nobody answers is rejected. */
export const HEARD_BY_SOMEBODY: StaffEvent = 'confirm'

/** The events that somebody of this role can choose. */
export function eventsFor(role: CompanyRole): StaffEvent[] {
  return STAFF_EVENT_NAMES.filter((event) => (STAFF_EVENTS[event].roles as readonly CompanyRole[]).includes(role))
}

/** The event that a kind of notification belongs to; undefined for kinds that can't be chosen. */
export function eventOf(kind: NoticeKind): StaffEvent | undefined {
  return STAFF_EVENT_NAMES.find((event) => (STAFF_EVENTS[event].kinds as readonly NoticeKind[]).includes(kind))
}
