import { z } from 'zod'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { Heart } from '#app/features/favourites/heart.tsx'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CATEGORY, FROM_DAYS } from '#app/rules/constants.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Price } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { flashCookie } from '#app/web/session/cookie/cookies.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import { favouritesCookie, readFavourites } from '#app/web/session/favourites.ts'
import { goTo, returnPath } from '#app/web/session/require-sign-in.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/favourites'

export const handle: PageHandle = {
  title: 'common/favourites.title',
  description: 'common/favourites.description',
  areas: ['vehicle'],
  noJs: true,
  private: true,
  noIndex: true,
  query: [],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, cookies } = context.get(siteContext)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const api = apiOf(context)
  // Another device may have changed the account's list since this browser read it.
  const ids = viewerOf(context) ? idsOf(await api.account.favourites()) : readFavourites(cookies)
  const { results } = await api.ads.several({ ids, currency })
  return {
    ads: results.map(({ id, title, year, zone, picture, category, company, city, price }) => {
      return { id, title, year, zone, picture, category, company: company.name, city, price }
    }),
    gone: ids.length - results.length,
  }
}

const Change = z.object({
  id: RowId,
  intent: z.enum(['add', 'remove']),
})

/** A heart in a list is a button without text; its label names the action and the vehicle: `add=62`. */
function changeIn(fields: FormData) {
  const intent = fields.get('intent') ?? (fields.has('remove') ? 'remove' : 'add')
  return Change.safeParse({ id: fields.get('id') ?? fields.get(String(intent)), intent })
}

/** Where a heart was: the page that its form names, else the vehicle's card on the page from which it was sent. */
function placeOf(context: Route.ActionArgs['context'], { headers }: Request, fields: FormData, id: number | undefined) {
  const { origin } = context.get(siteContext)
  const from = headers.get('referer') ?? ''
  if (fields.has('returnUrl') || !URL.canParse(from) || new URL(from).origin !== origin) {
    return returnPath(context, fields)
  }
  const { pathname, search } = new URL(from)
  return returnPath(context, new URLSearchParams({ returnUrl: `${pathname}${search}#ad-${id ?? ''}` }))
}

/** Adds or removes one vehicle, and goes back to where its heart was. */
export async function action({ context, request }: Route.ActionArgs) {
  const { language, cookies, origin } = context.get(siteContext)
  const fields = await request.formData()
  const change = changeIn(fields)
  const back = placeOf(context, request, fields, change.data?.id)
  if (!change.success) return goTo(context, back)
  const { id, intent } = change.data
  const api = apiOf(context)
  const known = readFavourites(cookies).filter((one) => one !== id)
  const own = intent === 'remove' ? known : (await isOffered(api, id)) ? [id, ...known] : known
  const ids = viewerOf(context)
    ? idsOf(await api.account.changeFavourites(intent === 'add' ? { add: [id] } : { remove: [id] }))
    : own
  const headers = new Headers({ 'set-cookie': favouritesCookie(ids, origin) })
  const message = textFor(language, 'common')(intent === 'add' ? 'favourites.added' : 'favourites.removed')
  headers.append('set-cookie', flashCookie({ kind: 'success', message }, origin))
  return goTo(context, back, headers)
}

const idsOf = ({ results }: { results: readonly { id: number }[] }) => results.map(({ id }) => id)

async function isOffered(api: ReturnType<typeof apiOf>, id: number): Promise<boolean> {
  const { results } = await api.ads.several({ ids: [id] })
  return results.length > 0
}

export default function FavouritesPage({ loaderData: { ads, gone } }: Route.ComponentProps) {
  const t = useText('common')
  const { language } = useLanguage()
  const here = pathIn(language, '/favourites')
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap stack stack-6">
        <div className="page-head">
          <h1>{t('favourites.title')}</h1>
          <p className="soft sm">{t('favourites.description')}</p>
        </div>
        {gone > 0 && <p className="soft sm">{t('favourites.gone', { n: gone })}</p>}
        {ads.length === 0 && (
          <EmptyState title={t('favourites.empty')} text={t('favourites.emptyText')}>
            <a className="btn btn-go" href={pathIn(language, '/rent/car')}>
              {t('favourites.search')}
            </a>
          </EmptyState>
        )}
        {ads.length > 0 && (
          <ul className="grid3">
            {ads.map((ad) => (
              <li key={ad.id} id={`ad-${ad.id}`} className="card mini">
                <span className="studio">
                  <Picture name={ad.picture} alt="" lazy />
                </span>
                <div className="stack stack-1">
                  <a
                    className="b"
                    href={pathIn(language, `/book/${ad.category === CATEGORY.MOTOR ? 'motor' : 'car'}/${ad.id}`)}
                  >
                    {ad.title} {formatModelYear(ad.year, ad.zone, language)}
                  </a>
                  <span className="sm soft">{[ad.company, ad.city].join(' · ')}</span>
                  <span className="sm">
                    <Price amount={ad.price.per_day} currency={ad.price.currency} />{' '}
                    {t('favourites.aDay', { n: FROM_DAYS })}
                  </span>
                  <Heart ad={ad} returnUrl={here} />
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </main>
  )
}
