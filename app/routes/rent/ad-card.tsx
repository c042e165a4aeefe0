import { useRouteLoaderData } from 'react-router'
import { adOfRow, type ListedAd } from '#app/features/search/listing.ts'
import { formatMoney, moneyParts } from '#app/i18n/format/money.ts'
import { formatDecimal, formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type Language, MONTHLY_RENTAL_DAYS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Picture } from '#app/ui/brand/picture.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import type { ResultsData } from './results.tsx'

/** How many pictures a page shows at once. */
export const FIRST = 2

interface CardSetting {
  language: Language
  currency: ResultsData['currency']
  days: number | null
  words: Record<
    'rating' | 'featured' | 'advert' | 'select' | 'compare' | 'perDay' | 'total' | 'from' | 'keep' | 'letGo',
    string
  >
  /** Where hearts are sent, and the vehicles whose heart is full. */
  favourites: { path: string; kept: ReadonlySet<number> }
  /** A counted noun, in the form that its count asks for. */
  seats(count: number): string
  reviews(count: number): string
  /** The path of the vehicles' pages, and what follows a vehicle's id in it. */
  vehicles: { path: string; suffix: string }
}

/** The entries of a list. */
export function AdCards({ results, ads }: { results: ResultsData; ads: NonNullable<ResultsData['ads']> }) {
  const setting = useCardSetting(results)
  return ads.map(adOfRow).map((ad, at) => <AdCard key={ad.id} {...{ ad, setting }} isFirst={at < FIRST} />)
}

/** What all cards of a list share, worked out once: 24 cards without a hook each. */
export function useCardSetting({ kind, currency, days, time, query }: ResultsData): CardSetting {
  const t = useText('results')
  const common = useText('common')
  const root = useRouteLoaderData<{ favourites: number[] }>('root')
  const { language } = useLanguage()
  const path = pathIn(language, kind === 'motor' ? '/book/motor' : '/book/car')
  const suffix = bookingSuffix(time, {
    isMonthly: kind === 'monthly',
    currency: new URLSearchParams(query).get('currency'),
  })
  return {
    language,
    currency,
    days,
    words: {
      rating: t('rating'),
      featured: t('featured'),
      advert: t('advert'),
      select: t('select'),
      compare: t('compare.one'),
      perDay: t('perDay'),
      total: days || kind === 'monthly' ? t('totalFor', { days: days ?? MONTHLY_RENTAL_DAYS }) : '',
      from: t('from'),
      keep: common('favourites.add'),
      letGo: common('favourites.remove'),
    },
    favourites: { path: pathIn(language, '/favourites'), kept: new Set(root?.favourites) },
    seats: remembered((n) => t(kind === 'motor' ? 'people' : 'seats', { n })),
    reviews: remembered((n) => t('reviews', { n })),
    vehicles: { path, suffix },
  }
}

/**
 * One vehicle. The link of its title covers the card; the button is decoration. Pictures are called as the functions
 * they are, and pictograms are masks of the style: 24 cards of elements are most of what a page costs, to server and phone.
 */
export function AdCard({ ad, setting, isFirst }: { ad: ListedAd; setting: CardSetting; isFirst: boolean }) {
  const { language, currency, words } = setting
  const money = (amount: number) => formatMoney(amount, currency, language)
  const price = (amount: number) => {
    const { number, unit, unitFirst, gap } = moneyParts(amount, currency, language)
    return (
      <span className="price">
        {unitFirst ? unit + gap + number : number + gap}
        {unitFirst || <small>{unit}</small>}
      </span>
    )
  }
  return (
    <li id={`ad-${ad.id}`} className={ad.pin ? 'card ad ad-pin' : 'card ad'}>
      {ad.pin > 0 && (
        <span className="tag tag-pin">
          {Icon({ name: 'flag' })}
          {`${ad.pin === 2 ? words.advert : words.featured} `}
        </span>
      )}
      {Picture({
        ...{ name: ad.picture, alt: '', preset: 'small', wide: 'medium', lazy: !isFirst, className: 'studio' },
      })}
      <div className="stack stack-1">
        <h2>
          <a href={`${setting.vehicles.path}/${ad.id}${setting.vehicles.suffix}`}>{ad.title}</a>
        </h2>
        <p className="soft sm">{ad.units ? `${whichOf(ad)} · ${ad.units}` : whichOf(ad)}</p>
        {ad.ratings > 0 && (
          <p className="rate mute num sm">
            <span className="vh">{words.rating} </span>
            <b>{formatDecimal(ad.score, language)}</b>
            {` (${formatNumber(ad.ratings, language)}`}
            <span className="vh"> {setting.reviews(ad.ratings)}</span>)
          </p>
        )}
      </div>
      <div className="ad-more">
        <p className="soft sm">{ad.terms}</p>
        <ul className="spec">
          <li className="of-gear">{ad.gearbox}</li>
          <li className="of-seat">{setting.seats(ad.seats)}</li>
          <li className="of-fuel">{ad.fuel}</li>
        </ul>
        <div className="row row-s">
          {ad.guarantee ? (
            <span className="tag">{`${ad.trust} ${money(ad.guarantee)} `}</span>
          ) : (
            <span className="tag tag-ok of-badge">{`${ad.trust} `}</span>
          )}
          <label className="check end">
            <input
              {...{ className: 'cmp', type: 'checkbox', name: 'ids', value: ad.id, form: 'compare' }}
              aria-label={`${words.compare} ${ad.title}`}
            />
            {words.compare}
          </label>
          {heart(ad, setting)}
        </div>
      </div>
      <div className="ad-buy">
        {ad.total === undefined ? (
          <p>
            <span className="soft sm">{words.from} </span>
            {price(ad.day)} <span className="soft sm">{words.perDay}</span>
          </p>
        ) : (
          <p>
            {price(ad.total)}{' '}
            <span className="soft sm">
              {`${words.total} `}
              <span className="ad-day num">{`${money(ad.day)} ${words.perDay}`}</span>
            </span>
          </p>
        )}
        <span className="btn btn-go" aria-hidden="true">
          {words.select}
        </span>
      </div>
    </li>
  )
}

/** Keeps a vehicle in mind or lets go of it: a form of its own, which comes back to its card. */
function heart(ad: ListedAd, { favourites, words }: CardSetting) {
  const { id, title } = ad
  const isKept = favourites.kept.has(id)
  return (
    <PostForm as="form" action={favourites.path} aria-label={`${title}, ${whichOf(ad)}`} isRepeatable>
      <button
        {...{ className: isKept ? 'ib heart is-kept' : 'ib heart', name: isKept ? 'remove' : 'add', value: id }}
        aria-label={`${isKept ? words.letGo : words.keep}: ${title}`}
      >
        {Icon({ name: 'heart' })}
      </button>
    </PostForm>
  )
}

/** What distinguishes a vehicle from others of its model. */
function whichOf({ year, colour, company }: ListedAd): string {
  return `${year} · ${colour} · ${company}`
}

/** Few counts come often: each is put into words once for a list. */
function remembered(wordsFor: (count: number) => string) {
  const known = new Map<number, string>()
  return (count: number) => {
    const words = known.get(count) ?? wordsFor(count)
    known.set(count, words)
    return words
  }
}

/** The rest of a booking address: `/2026-12-03/2026-12-08?start_time=10:00&end_time=10:00`. */
function bookingSuffix(
  { start_date, start_time, end_date, end_time }: ResultsData['time'],
  { isMonthly, currency }: { isMonthly: boolean; currency: string | null },
): string {
  const returnDate = isMonthly && start_date ? addDays(start_date, MONTHLY_RENTAL_DAYS) : end_date
  const days = [start_date, returnDate].filter(Boolean).join('/')
  const query = new URLSearchParams()
  if (start_date && start_time) query.set('start_time', start_time)
  if (end_date && end_time) query.set('end_time', end_time)
  if (currency) query.set('currency', currency)
  return (days && `/${days}`) + (query.size > 0 ? `?${query}` : '')
}
