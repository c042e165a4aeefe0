import { bookPath } from '#app/features/booking/book-address.ts'
import type { AlternativeCard } from '#app/features/booking/booking-form.ts'
import type { ChosenDays } from '#app/features/booking/free-days.ts'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { FROM_DAYS } from '#app/rules/constants.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { KeptList } from '#app/ui/page/kept-markup.tsx'
import { Price } from '#app/ui/price.tsx'

/** Other vehicles as cards; their links contain the chosen time. */
export function VehicleLinks({ ads, chosen }: { ads: readonly AlternativeCard[]; chosen: ChosenDays }) {
  const cardsOf = useCards(chosen)
  return <ul className="grid3">{cardsOf(ads)}</ul>
}

/**
 * Cards of vehicles that are not in the page's data.
 * @param props.ads undefined if the page has them already (`KeptList`)
 */
export function KeptVehicleLinks({ ads, chosen }: { ads: readonly AlternativeCard[] | undefined; chosen: ChosenDays }) {
  const cardsOf = useCards(chosen)
  return <KeptList className="grid3" entries={ads && (() => cardsOf(ads))} />
}

/** The component that renders the cards of vehicles. */
function useCards(chosen: ChosenDays) {
  const t = useText('booking')
  const { language } = useLanguage()
  const { start, end, startTime, endTime } = chosen
  const query = new URLSearchParams()
  if (start && end) {
    query.set('start_time', startTime)
    query.set('end_time', endTime)
  }
  const dates = start && end ? { start, end } : {}
  return (ads: readonly AlternativeCard[]) =>
    ads.map((ad) => (
      <li key={ad.id} className="card mini">
        <span className="studio">
          <Picture name={ad.picture} alt="" lazy />
        </span>
        <div className="stack stack-1">
          <a className="b" href={pathIn(language, bookPath({ ...ad, ...dates, query }))}>
            {`${ad.title} ${formatModelYear(ad.year, ad.zone, language)}`}
          </a>{' '}
          <span className="sm soft">{ad.company}</span>{' '}
          {ad.price.total === null ? (
            <span className="sm">
              <Price amount={ad.price.per_day} currency={ad.price.currency} /> {t('price.aDayFor', { n: FROM_DAYS })}
            </span>
          ) : (
            <span className="sm">
              <Price amount={ad.price.total} currency={ad.price.currency} />{' '}
              {t('price.totalFor', { n: ad.price.days ?? 0 })}
            </span>
          )}
        </div>
      </li>
    ))
}
