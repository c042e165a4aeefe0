import { redirect } from 'react-router'
import type { Route } from './+types/by-code'

/** `/v/{code}` and `/v/v/{code}` (§2) are older addresses of the voucher; without a code, of its search. */
export function loader({ params, url }: Route.LoaderArgs) {
  const page = params.code ? `/voucher/${encodeURIComponent(params.code)}` : '/voucher'
  throw redirect(page + url.search, 301)
}
