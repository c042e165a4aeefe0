import { data, redirect } from 'react-router'
import { drawSharePicture } from '#app/features/share/draw-share-picture.server.ts'
import { keptPicture } from '#app/features/share/kept-pictures.server.ts'
import {
  cityFacts,
  companyFacts,
  postFacts,
  type ShareFacts,
  type ShareKind,
  shareHash,
  sharePath,
  vehicleFacts,
} from '#app/features/share/share-facts.server.ts'
import { languageOf } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import { type ApiClient, apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/share'

/** The facts for each kind of picture. Prices are those that a visitor without any choices sees. */
const FACTS: Record<ShareKind, (api: ApiClient, id: string, language: Language) => Promise<ShareFacts>> = {
  vehicle: async (api, id, language) => vehicleFacts(await api.ads.read({ id }), language),
  city: async (api, id, language) => cityFacts(await api.places.cityGuide({ city: id }), language),
  company: async (api, id, language) => companyFacts(await api.companies.read({ id }), language),
  post: async (api, slug, language) => postFacts(await api.content.post({ slug }), language),
}

/**
 * A picture for shared links: `/share/vehicle/62-0123456789.jpg`. The address of an outdated one redirects to the
 * current one.
 */
export async function loader({ context, params: { kind, name } }: Route.LoaderArgs) {
  const { config, language } = context.get(siteContext)
  const [, id, hash] = /^([a-z0-9-]{1,100})-([0-9a-f]{10})\.jpg$/.exec(name) ?? []
  if (!isKind(kind) || !id) throw data(null, { status: 404 })
  const facts = await FACTS[kind](apiOf(context), id, language)
  // A redirect adds the language by itself.
  if (shareHash(context, facts) !== hash) throw redirect(languageOf(sharePath(context, { kind, id, facts })).rest)
  const picture = await keptPicture(`${language} ${kind} ${name}`, () =>
    drawSharePicture(facts, { brand: config.brand.name[language], language, palette: config.brand.palette?.light }),
  )
  if (!picture) throw data(null, { status: 503, headers: { 'retry-after': '5' } })
  return new Response(new Uint8Array(picture), {
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}

function isKind(kind: string): kind is ShareKind {
  return Object.hasOwn(FACTS, kind)
}
