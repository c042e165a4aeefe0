/**
 * The calls that take the key themselves, in steps of their own: they ask a bank in between, or try several vehicles.
 */
const BY_THEMSELVES = new Set([
  '/v2/rentals/{id}/reserve/',
  '/business/rent/ad/reserve/',
  '/desk/bookings/',
  '/desk/quotes/',
  '/admin/payments/{id}/refunds/',
  '/admin/people/{id}/corrections/',
  // Its first call may only send a code.
  '/users/profile/wallet/payouts/',
])
/** They create something, too, but answer 200, as they did before. */
export const CREATING_WITH_200: ReadonlySet<string> = new Set([
  ...['/partners/application/documents/', '/admin/operators/', '/admin/payouts/'],
  ...['/desk/reservations/{id}/drivers/', '/desk/reservations/{id}/charges/', '/desk/reservations/{id}/contract/'],
])
/** Their answers hold a secret that is shown once. */
const WITH_SECRETS = new Set(['/desk/keys/', '/desk/webhooks/'])

/** Most characters of an Idempotency-Key. */
export const KEY_LENGTH = 255

type Route = { method?: string | undefined; path?: string | undefined; successStatus?: number | undefined }

/**
 * Whether a call is carried out once for each Idempotency-Key: every POST that creates something. Calls that let somebody or a
 * program in take none: their answers are secrets, which are not stored.
 */
export function takesKey(route: Route): boolean {
  const { method, path = '', successStatus } = route
  const isCreating = successStatus === 201 || CREATING_WITH_200.has(path)
  return method === 'POST' && isCreating && !BY_THEMSELVES.has(path) && !WITH_SECRETS.has(path)
}
