import { redirect } from 'react-router'
import { languageOf, pathIn } from '#app/i18n/language.ts'
import type { Route } from './+types/moved'

/**
 * Waiting corrections used to have a page of their own; now everything that waits for a second operator is on one page.
 */
export function loader({ url }: Route.LoaderArgs) {
  const { language } = languageOf(url.pathname)
  return redirect(pathIn(language, `/operator/approvals${url.search}`), 301)
}
