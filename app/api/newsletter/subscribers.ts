import type { Deps } from '#app/api/call/context.ts'
import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import { newsletterToken } from './token.ts'

/** Who gets an issue: the address, the chosen language, and how to unsubscribe. */
export type NewsletterReceiver = {
  id: string
  email: string
  language: Language
  /** The page to unsubscribe, for a link in the e-mail; a POST there is enough. */
  endUrl: string
  /** The headers by which mail programs unsubscribe. Source: RFC 2369, RFC 8058. */
  headers: { 'List-Unsubscribe': string; 'List-Unsubscribe-Post': string }
}

/** The confirmed subscriptions after an id, in the order of their ids: as many as one job can send. */
export async function newsletterReceivers(
  deps: Pick<Deps, 'db' | 'settings'>,
  { after = '', limit }: { after?: string; limit: number },
): Promise<NewsletterReceiver[]> {
  const rows = await deps.db
    .selectFrom('newsletter_subscription')
    .select(['id', 'email', 'language'])
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, email, language }) => {
    const path = `/newsletter/unsubscribe?token=${newsletterToken(deps, id, 'unsubscribe')}`
    const endUrl = deps.settings.origin + pathIn(language, path)
    const headers = { 'List-Unsubscribe': `<${endUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    return { id, email, language, endUrl, headers }
  })
}
