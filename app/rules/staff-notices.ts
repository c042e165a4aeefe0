import type { CompanyRole } from './company-role.ts'
import type { Channel, NoticeKind } from './notifications.ts'

/**
 * What a company's people can choose to hear of, each with the notifications that it stands for and who of the staff may
 * hear it. Drivers have the work of the day alone. Source: issue 10.
 */
export const STAFF_EVENTS = {
  new: { kinds: ['newBooking'], roles: ['OWNER', 'DESK'] },
  confirm: { kinds: ['bookingToConfirm', 'confirmSoon'], roles: ['OWNER', 'DESK'] },
  changed: { kinds: ['bookingChanged', 'calendarConflict', 'calendarTooComplex'], roles: ['OWNER', 'DESK'] },
  cancelled: { kinds: ['bookingCancelled'], roles: ['OWNER', 'DESK'] },
  arriving: { kinds: ['arrivingToday'], roles: ['OWNER', 'DESK'] },
  charges: { kinds: ['chargeAccepted', 'chargeDisputed', 'chargePaidOnline'], roles: ['OWNER', 'DESK'] },
  payout: { kinds: ['payoutSent'], roles: ['OWNER'] },
} as const satisfies Record<string, { kinds: readonly NoticeKind[]; roles: readonly CompanyRole[] }>

export type StaffEvent = keyof typeof STAFF_EVENTS

/** The channels that a person chose for each event; what is left out goes by their account's settings. */
export type StaffNotices = Partial<Record<StaffEvent, Channel[]>>

export const STAFF_EVENT_NAMES = Object.keys(STAFF_EVENTS) as StaffEvent[]
/** Somebody must hear of these: a booking that nobody answers is rejected. */
export const HEARD_BY_SOMEBODY: StaffEvent = 'confirm'

/** What somebody of this role can hear of. */
export function eventsFor(role: CompanyRole): StaffEvent[] {
  return STAFF_EVENT_NAMES.filter((event) => (STAFF_EVENTS[event].roles as readonly CompanyRole[]).includes(role))
}

/** The event that a notification belongs to; undefined for one that nobody chooses. */
export function eventOf(kind: NoticeKind): StaffEvent | undefined {
  return STAFF_EVENT_NAMES.find((event) => (STAFF_EVENTS[event].kinds as readonly NoticeKind[]).includes(kind))
}
