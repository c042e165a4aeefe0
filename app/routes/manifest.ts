import { directionOf, localeTag, pathIn } from '#app/i18n/language.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/manifest'

/** The site as an app on a home screen; its name is configuration (white label). */
export function loader({ context }: Route.LoaderArgs) {
  const { config, language } = context.get(siteContext)
  const name = config.brand.name[language]
  const manifest = {
    name,
    short_name: name,
    lang: localeTag(language),
    dir: directionOf(language),
    start_url: pathIn(language, '/'),
    scope: '/',
    display: 'standalone',
    background_color: '#f7f3ea',
    theme_color: '#006b75',
    icons: [
      { src: '/icon-180.png', sizes: '180x180', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    ],
  }
  return Response.json(manifest, {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' },
  })
}
