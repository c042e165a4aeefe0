import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'

/** A page of the profile area, or the sign-in page that leads back to it (§2, §6). */
export function accountHref(
  path: string,
  { language, isSignedIn }: { language: Language; isSignedIn: boolean },
): string {
  const target = pathIn(language, path)
  return isSignedIn ? target : `${pathIn(language, '/login')}?returnUrl=${encodeURIComponent(target)}`
}
