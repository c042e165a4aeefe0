import { redirect } from 'react-router'
import { languageOf, pathIn } from '#app/i18n/language.ts'
import type { Route } from './+types/moved'

/** Corrections that wait had a page of their own once: all that waits for a second operator is one page now. */
export function loader({ url }: Route.LoaderArgs) {
  const { language } = languageOf(url.pathname)
  return redirect(pathIn(language, `/operator/approvals${url.search}`), 301)
}
