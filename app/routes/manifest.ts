import { directionOf, localeTag, pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { colours, themeColour } from '../../tailwind.config.ts'
import type { Route } from './+types/manifest'

const ICON_SIZES = [192, 512]

/** The web app manifest; the app's name is configured (white label). */
export function loader({ context }: Route.LoaderArgs) {
  const { config, language } = context.get(siteContext)
  const name = config.brand.name[language]
  const manifest = {
    name,
    short_name: name,
    id: pathIn(language, '/'),
    description: textFor(language, 'common')('footer.tagline'),
    categories: ['travel'],
    lang: localeTag(language),
    dir: directionOf(language),
    start_url: pathIn(language, '/'),
    scope: '/',
    display: 'standalone',
    background_color: colours.canvas,
    theme_color: config.brand.palette?.light.brand ?? themeColour,
    icons: [
      // A logo may not be square, so its icons are rendered as pixels.
      ...(config.brand.logo ? [] : [{ src: '/brand/icon.svg', sizes: 'any', type: 'image/svg+xml' }]),
      ...ICON_SIZES.map((size) => ({ src: `/brand/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
      { src: '/brand/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
  return Response.json(manifest, {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' },
  })
}
