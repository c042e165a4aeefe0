import type { Deps } from '#app/api/call/context.ts'
import { mailLinkToken } from '#app/api/call/mail-link.ts'
import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'

/**
 * The pages of a subscription, which no others can open: to end it (a POST there is enough, RFC 8058) and to choose among its
 * topics.
 */
export function newsletterLinks(
  deps: Pick<Deps, 'settings'>,
  { subscription, language }: { subscription: string; language: Language },
): { unsubscribe: string; settings: string } {
  const to = (page: 'unsubscribe' | 'topics') =>
    pathIn(language, `/newsletter/${page}?token=${mailLinkToken(deps, subscription, page)}`)
  return { unsubscribe: to('unsubscribe'), settings: to('topics') }
}
