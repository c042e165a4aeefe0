import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/robots'

/**
 * Paths without anything to index: private pages and calls. Pages with `noindex` stay allowed, because a crawler must
 * read it.
 */
const PRIVATE = ['/profile', '/payment', '/logout']

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext)
  const paths = PRIVATE.flatMap((path) => LANGUAGES.map((language) => pathIn(language, path)))
  const lines = [
    'User-agent: *',
    // The longer path counts.
    'Allow: /api/docs',
    ...['/api/', ...paths].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
