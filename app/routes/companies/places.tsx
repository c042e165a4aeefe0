import { PlaceList } from '#app/features/map/place-list.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import type { CompanyData } from './company.tsx'

/** The company's places of hand-over, with a map for each city. */
export function Places({
  company,
  cities,
  currency,
}: {
  company: CompanyData['company']
  cities: CompanyData['cities']
  currency: CurrencyCode
}) {
  const t = useText('companies')
  const { language } = useLanguage()
  const feeOf = (fee: number) =>
    fee === 0 ? t('places.free') : t('places.fee', { amount: formatMoney(fee, currency, language) })
  return (
    <section className="section" aria-labelledby="places">
      <h2 id="places" className="pb-4">
        {t('places.title')}
      </h2>
      <div className="grid2">
        {cities.map(({ id, name, places, source }) => (
          <section key={id} className="card stack stack-2" aria-labelledby={`city-${id}`}>
            <h3 id={`city-${id}`}>
              <a href={pathIn(language, `/city/${encodeURIComponent(name)}`)}>{name}</a>
            </h3>
            <PlaceList
              places={places}
              source={source}
              alt={t('places.map', { name: company.name, city: name })}
              mapHref={pathIn(language, `/companies/${company.slug}/map`)}
            >
              {(place) => ` · ${feeOf(place.receive_fee)}`}
            </PlaceList>
          </section>
        ))}
      </div>
    </section>
  )
}
