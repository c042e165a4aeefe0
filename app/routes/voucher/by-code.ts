import { redirect } from 'react-router'
import { reservationNumberIn } from '#app/rules/reservation/reservation-number.ts'
import type { Route } from './+types/by-code'

/**
 * `/v/{code}` and `/v/v/{code}` (§2) are older addresses of the voucher; without a code, of its search. A readable number
 * opens nothing by itself: its search asks for the phone, too.
 */
export function loader({ params: { code }, url }: Route.LoaderArgs) {
  if (!code) throw redirect(`/voucher${url.search}`, 301)
  if (reservationNumberIn(code) === undefined) throw redirect(`/voucher/${encodeURIComponent(code)}${url.search}`, 301)
  const query = new URLSearchParams(url.search)
  query.set('number', code)
  throw redirect(`/voucher?${query}`, 301)
}
