import type { Guide } from '#app/features/city/questions.server.ts'
import { cheapestPath, type RentalTime } from '#app/features/search/suggested-rental.ts'
import { formatStartingPrice } from '#app/i18n/format/starting-price.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CATEGORY } from '#app/rules/constants.ts'

/** The body types with their lowest prices, each with a link to its vehicles in the coming days. */
export function BodyTypes({ guide, time }: { guide: Guide; time: RentalTime }) {
  const t = useText('city')
  const { language } = useLanguage()
  const { category, currency } = guide
  const path = category === CATEGORY.MOTOR ? '/rent/motor' : '/rent/car'
  return (
    <section className="section" aria-labelledby="types">
      <h2 id="types" className="pb-4">
        {t('types.title')}
      </h2>
      <ul className="row row-s">
        {guide.types.map(({ slug, name, price_from }) => (
          <li key={slug}>
            <a
              className="chip"
              rel="nofollow"
              href={pathIn(language, cheapestPath(path, time, { city: guide.city.name, types: slug }))}
            >
              {name}{' '}
              <span className="mute num">
                {t('list.from', { price: formatStartingPrice(price_from, currency, language) })}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
