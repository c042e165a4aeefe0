import { VehicleTile } from '#app/features/vehicle/vehicle-tile.tsx'
import { formatStartingPrice } from '#app/i18n/format/starting-price.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type CurrencyCode, FROM_DAYS } from '#app/rules/constants.ts'
import type { PostData } from './post.tsx'

/** Vehicles and cities for the trip that a post is about. */
export function Near({
  near: { offers, vehicles },
  cities,
  currency,
}: {
  near: PostData['near']
  cities: PostData['post']['cities']
  currency: CurrencyCode
}) {
  const t = useText('blog')
  const common = useText('common')
  const { language } = useLanguage()
  if (offers.length === 0 && cities.length === 0) return null
  return (
    <section className="stack" aria-labelledby="near">
      <h2 id="near">{t('near.title')}</h2>
      {vehicles.length > 0 && (
        <ul className="grid3">
          {vehicles.map((ad) => (
            <VehicleTile
              key={ad.id}
              ad={ad}
              note={ad.company.name}
              priceNote={common('favourites.aDay', { n: FROM_DAYS })}
            />
          ))}
        </ul>
      )}
      <ul className="stack stack-2">
        {offers.map(({ kind, city, ads, price }) => (
          <li key={`${kind} ${city.id}`}>
            <a href={pathIn(language, `/rent/${kind}?${new URLSearchParams({ city: city.name })}`)}>
              {t(kind === 'motor' ? 'near.motors' : 'near.cars', { city: city.name })}
            </a>{' '}
            <span className="sm soft">
              {t('near.offer', { n: ads, price: formatStartingPrice(price, currency, language) })}
            </span>
          </li>
        ))}
        {cities.map((city) => (
          <li key={city.id}>
            <a href={pathIn(language, `/city/${encodeURIComponent(city.name)}`)}>
              {t('near.city', { city: city.name })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
