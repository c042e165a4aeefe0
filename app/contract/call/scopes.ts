import type { ApiScope } from '#app/rules/access/api-scope.ts'

/**
 * The calls that a key for programs reaches, by the scope that it needs for them; all others do not exist for keys. A key acts for
 * one company, as its desk staff do; as an owner only where the call is for owners. So a call here is about the company's own
 * things, needs no fresh second factor, and shows nobody's documents.
 */
const CALLS: Record<ApiScope, readonly string[]> = {
  'fleet:read': [
    'GET /vehicles/',
    'GET /vehicles/choices/',
    'GET /vehicles/{id}/',
    'GET /business/rent/vehicles/',
    'GET /business/rent/due/',
    'GET /business/rent/vehicles/{id}/due/',
    'GET /business/rent/prices/',
    'GET /business/rent/prices/preview/',
    'GET /business/rent/management/blocks/',
    'GET /desk/places/',
    'GET /desk/places/own/',
    'GET /desk/hours/',
  ],
  'fleet:write': [
    'POST /vehicles/',
    'PATCH /vehicles/{id}/',
    'POST /vehicles/{id}/pause/',
    'POST /vehicles/{id}/resume/',
    'POST /vehicles/{id}/retire/',
    'POST /vehicles/{id}/copy/',
    'POST /vehicles/{id}/photos/',
    'PATCH /vehicles/photos/{id}/',
    'DELETE /vehicles/photos/{id}/',
    'PATCH /business/rent/vehicles/{id}/',
    'POST /business/rent/vehicles/{id}/due/',
    'POST /business/rent/vehicles/{id}/due/done/',
    'POST /business/rent/vehicles/{id}/due/remove/',
    'POST /business/rent/management/blocks/',
    'DELETE /business/rent/management/blocks/{id}/',
  ],
  'reservations:read': [
    'GET /desk/today/',
    'GET /desk/reservations/',
    'GET /desk/reservations/{id}/',
    'GET /business/rent/management/reserves/',
    'GET /desk/at_risk/',
    'GET /desk/calendar/',
    'GET /desk/vehicles/{id}/conflicts/',
    'GET /desk/free_vehicles/',
    'GET /desk/reservations/{id}/vehicles/',
    'GET /desk/reservations/{id}/extension/',
    'GET /v2/events/',
  ],
  'reservations:write': [
    'PATCH /business/rent/management/reserves/{id}/',
    'POST /desk/bookings/price/',
    'POST /desk/bookings/',
    'POST /desk/bookings/{id}/undo/',
    'POST /desk/reservations/{id}/hand_over/',
    'POST /desk/reservations/{id}/take_back/',
    'POST /desk/reservations/{id}/undo/',
    'POST /desk/reservations/{id}/vehicle/',
    'POST /desk/reservations/{id}/extension/price/',
    'POST /desk/reservations/{id}/extension/',
    'POST /desk/reservations/{id}/extension/answer/',
    'POST /desk/quotes/',
    'POST /desk/quotes/{id}/extend/',
    'POST /desk/quotes/{id}/withdraw/',
  ],
  'prices:write': [
    'PATCH /business/rent/prices/',
    'POST /business/rent/prices/seasons/',
    'PATCH /business/rent/prices/seasons/{id}/',
    'DELETE /business/rent/prices/seasons/{id}/',
  ],
  'webhooks:write': [
    'GET /desk/webhooks/',
    'POST /desk/webhooks/',
    'GET /desk/webhooks/{id}/',
    'PATCH /desk/webhooks/{id}/',
    'DELETE /desk/webhooks/{id}/',
    'POST /desk/webhooks/{id}/rotate/',
    'POST /desk/webhooks/{id}/test/',
    'POST /desk/webhooks/{id}/replay/',
    'GET /desk/webhooks/{id}/deliveries/',
    'GET /desk/deliveries/{id}/',
    'POST /desk/deliveries/{id}/resend/',
  ],
  'statement:read': ['GET /desk/statement/', 'GET /desk/accounting/journal/'],
}

const SCOPES = new Map(
  Object.entries(CALLS).flatMap(([scope, calls]) => calls.map((call) => [call, scope as ApiScope] as const)),
)

/** The scope that a key needs for a call; undefined where no key reaches it. */
export function scopeOf({ method = 'POST', path = '' }: { method?: string; path?: string }): ApiScope | undefined {
  return scopeOfCall(`${method} ${path}`)
}

/** The same by the call's method and path, `GET /vehicles/`. */
export function scopeOfCall(name: string): ApiScope | undefined {
  return SCOPES.get(name)
}
