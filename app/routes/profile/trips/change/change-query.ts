import type { z } from 'zod'
import type { ReservationChange } from '#app/contract/reservations/own-reservations.ts'
import { SWITCHED_EXTRAS } from '#app/features/booking/booking-form.ts'
import { FREE_ADDRESS_ID } from '#app/rules/constants.ts'
import type { OwnTrip } from '../own-trip.server.ts'

type RequestedChange = Omit<z.infer<typeof ReservationChange>, 'id'>
type Places = Pick<OwnTrip, 'receive' | 'return'>

const PLAIN = ['start_date', 'start_time', 'end_date', 'end_time', 'child_seat_count'] as const
const ENDS = [
  { end: 'receive', field: 'receive_address' },
  { end: 'return', field: 'return_address' },
] as const

/**
 * A requested change as the query of the page that shows its price. Undefined where it holds an address that the
 * customer has not booked yet: no URL contains personal data. Source: *ours*.
 */
export function changeQuery(trip: Places, requested: RequestedChange): URLSearchParams | undefined {
  const query = new URLSearchParams()
  for (const name of PLAIN) if (requested[name] !== undefined) query.set(name, String(requested[name]))
  for (const name of SWITCHED_EXTRAS) if (requested[name]) query.set(name, 'on')
  for (const { end, field } of ENDS) {
    const place = requested[field]
    if (place?.id === FREE_ADDRESS_ID && place.address !== ownAddress(trip[end])) return undefined
    if (place) query.set(`${field}.id`, String(place.id))
  }
  return query
}

/** The form that such a query stands for. */
export function changeFields(trip: Places, query: URLSearchParams): FormData {
  const fields = new FormData()
  for (const [name, value] of query) fields.append(name, value)
  for (const { end, field } of ENDS) {
    const address = ownAddress(trip[end])
    if (query.get(`${field}.id`) === String(FREE_ADDRESS_ID) && address) fields.set(`${field}.address`, address)
  }
  return fields
}

/** The customer's address that is booked. */
function ownAddress({ place, address }: OwnTrip['receive']): string | undefined {
  return place ? undefined : address
}
