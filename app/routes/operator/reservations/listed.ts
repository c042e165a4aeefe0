import { CURRENCY_CODES } from '#app/rules/constants.ts'
import { RESERVATION_LISTS, RESERVATION_ORDERS } from '#app/rules/reservation/reservation-lists.ts'
import { RESERVATION_STATUSES } from '#app/rules/reservation/reservation-status.ts'
import { listAt, oneOf, words } from '#app/rules/search/list-address.ts'
import { periodOf } from '../overview/period.ts'

/** The list and its file. Days are as they were typed: the page shows them again, and `inDays` reads them. */
export const RESERVATIONS = listAt('/operator/reservations', {
  size: 25,
  filters: {
    list: oneOf(RESERVATION_LISTS, 'all'),
    days: periodOf,
    currency: oneOf(CURRENCY_CODES),
    order: oneOf(RESERVATION_ORDERS, 'latest'),
    q: words(100),
    status: oneOf(RESERVATION_STATUSES),
    company: words(10),
    from: words(20),
    to: words(20),
  },
})

export type ListedFilters = Omit<ReturnType<typeof RESERVATIONS.asked>, 'page' | 'size'>
