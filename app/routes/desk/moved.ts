import { redirect } from 'react-router'
import { languageOf } from '#app/i18n/language.ts'
import type { Route } from './+types/moved'

/** The desk used to be part of the profile: its old addresses redirect. */
export function loader({ url }: Route.LoaderArgs) {
  const { rest } = languageOf(url.pathname)
  return redirect(`${rest.replace('/profile/agency', '/desk')}${url.search}`, 301)
}
