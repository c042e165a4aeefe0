import { bookPath } from '#app/features/booking/book-address.ts'
import { PlaceList } from '#app/features/map/place-list.tsx'
import { placesOnMap } from '#app/features/map/places.server.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { openBookingContext } from '#app/routes/book/read-booking.server.ts'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/places'

export const handle: PageHandle = { areas: ['booking', 'map'], noIndex: true, query: [] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { ad, currency, language } = await openBookingContext(context, params, url)
  const t = textFor(context.get(siteContext).language, 'booking')
  const named = { title: ad.title, company: ad.company.name, city: ad.city.name }
  return {
    meta: { title: t('places.title', named), description: t('places.description', named) },
    ...named,
    ...{ currency, back: pathIn(language, bookPath({ category: ad.category, id: ad.id })) },
    shown: placesOnMap(context, ad.places),
  }
}

/** The places where a vehicle is handed over: the booking page shows a picture of them, this page all details. */
export default function Places({ loaderData }: Route.ComponentProps) {
  const t = useText('booking')
  const { language } = useLanguage()
  const { title, company, city, currency, back, shown } = loaderData
  const fee = (amount: number) => (amount === 0 ? t('where.free') : formatMoney(amount, currency, language))
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs
          crumbs={[
            { label: t('home'), href: pathIn(language, '/') },
            { label: title, href: back },
            { label: t('places.crumb') },
          ]}
        />
        <div className="page-head">
          <h1>{t('places.title', { title, city })}</h1>
          <p className="soft">{t('places.description', { company, city })}</p>
        </div>
        <PlaceList {...shown} isLive alt={t('where.map')}>
          {(place) => ` · ${fee(place.receive_fee)}`}
        </PlaceList>
        <p className="pt-6">
          <a className="btn" href={back}>
            {t('places.back')}
          </a>
        </p>
      </div>
    </main>
  )
}
