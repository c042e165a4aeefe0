import { redirect } from 'react-router'
import { languageOf } from '#app/i18n/language.ts'
import type { Route } from './+types/moved'

/** Addresses of an older site and the page that each means (decisions.md, "left-overs of an older site"). */
const NOW_AT: Record<string, string> = {
  '/rent/car/backup': '/rent/car',
  '/rent/car/index copyNew': '/rent/car',
  '/landing/cars2': '/landing/cars',
}

/** Sends on for good, with the query. */
export function loader({ url }: Route.LoaderArgs) {
  const { rest } = languageOf(decodeURIComponent(url.pathname))
  const target = NOW_AT[rest]
  if (!target) throw new Response(null, { status: 404 })
  throw redirect(target + url.search, 301)
}
