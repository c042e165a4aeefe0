import type { Facets } from '#app/features/search/listing.ts'
import {
  FILTER_FIELDS,
  hiddenFields,
  PATHS,
  withoutFilter,
  withoutFilters,
  withParameter,
} from '#app/features/search/search-query.ts'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { FROM_DAYS, MONTHLY_RENTAL_DAYS, WHOLE_UNIT } from '#app/rules/constants.ts'
import { FILTER_NAMES } from '#app/rules/search/search-filters.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { KeptList } from '#app/ui/page/kept-markup.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Pagination } from '#app/ui/page/pagination.tsx'
import { RemoveTag } from '#app/ui/tag.tsx'
import { AdCards } from '#fetched/routes/rent/ad-card.tsx'
import { useKeptCards } from '#fetched/routes/rent/kept-cards.tsx'
import { countText } from './count-text.ts'
import type { ResultsData } from './results.tsx'

const ORDERINGS = ['recommended', 'cheapest', 'priciest', 'rating', 'newest'] as const

/** The count, the orders, what is chosen, the vehicles and the pages. */
export function ResultList({
  results,
  names,
}: {
  results: ResultsData
  /** What the address's parameters are called on the page. */
  names: Record<string, string>
}) {
  const t = useText('results')
  const { count, days, page, pages, query } = results
  const chosen = chosenFilters(results.facets, query)
  return (
    <div id="list">
      <h1 className="text-2xl">{countText(results, t)}</h1>
      <p className="soft sm">
        {days
          ? t('pricesFor', { days })
          : t('pricesFrom', { days: results.kind === 'monthly' ? MONTHLY_RENTAL_DAYS : FROM_DAYS })}
        {/* From either list one level up, in its language. A month has no end. */}{' '}
        {results.time.end_date && <a href={`../price-alert?${query}&kind=${results.kind}`}>{t('alert')}</a>}
      </p>
      <Notes results={results} names={names} />
      <Orders results={results} chosen={chosen.length} />
      <ChosenFilters results={results} chosen={chosen} />
      {count > 0 ? <Vehicles results={results} /> : <NothingFound results={results} />}
      {results.hasPinned && <p className="sm soft">{t('whyFeatured')}</p>}
      <Pagination page={page} pages={pages} href={(number) => withPage(query, number)} />
    </div>
  )
}

/** What the visitor should know of the address: no dates yet, no such page, a parameter given twice. */
function Notes({ results, names }: { results: ResultsData; names: Record<string, string> }) {
  const t = useText('results')
  const { language } = useLanguage()
  const { lostPage, repeated, time, page, pages } = results
  const hasTrouble = lostPage !== undefined || repeated.length > 0
  if (time.start_date && !hasTrouble) return null
  return (
    <div className="stack stack-2 pt-2">
      {lostPage !== undefined && (
        <Note kind="warn" role="status">
          {t('lostPage', {
            asked: lostPage.slice(0, 12),
            page: formatNumber(page, language),
            pages: formatNumber(pages, language),
          })}
        </Note>
      )}
      {repeated.length > 0 && (
        <Note kind="warn">
          {t('repeated', { names: repeated.map((name) => names[name] ?? name).join(commaOf(language)) })}
        </Note>
      )}
      {!time.start_date && (
        <Note>{t.rich('chooseDates', { link: (chunks) => <a href="#search-start_date">{chunks}</a> })}</Note>
      )}
    </div>
  )
}

function Orders({ results, chosen }: { results: ResultsData; chosen: number }) {
  const t = useText('results')
  const { language } = useLanguage()
  const { query, ordering } = results
  return (
    <nav className="scroll my-2" aria-label={t('orders')}>
      <a className="chip only-s" href="#filters">
        <Icon name="filter" />
        {`${t('filters')} `}
        {chosen > 0 && <span className="dot dot-go">{formatNumber(chosen, language)}</span>}
      </a>
      {ORDERINGS.map((order) => (
        <a
          key={order}
          className="chip"
          href={withParameter(query, 'ordering', order === 'recommended' ? undefined : order)}
          aria-current={order === ordering ? 'true' : undefined}
        >
          {order === 'recommended' && <Icon name="sort" size="s" />}
          {`${t(`order.${order}`)} `}
        </a>
      ))}
    </nav>
  )
}

function ChosenFilters({ results, chosen }: { results: ResultsData; chosen: readonly Chosen[] }) {
  const t = useText('results')
  const { language } = useLanguage()
  const { currency } = results
  if (chosen.length === 0) return null
  const amounts = new URLSearchParams(results.query)
  const money = (name: 'from' | 'to') =>
    formatMoney(Number(amounts.get(name)) * WHOLE_UNIT[currency], currency, language)
  const priceText = () => {
    if (!amounts.has('to')) return t('chip.priceFrom', { from: money('from') })
    if (!amounts.has('from')) return t('chip.priceTo', { to: money('to') })
    return t('chip.price', { from: money('from'), to: money('to') })
  }
  const textOf = ({ filter, label }: Chosen) => {
    if (filter === 'price') return priceText()
    return filter === 'yearFrom' || filter === 'yearTo' ? t(`chip.${filter}`, { year: label }) : label
  }
  return (
    <ul className="row row-s pb-4" aria-label={t('chosen')}>
      {chosen.map((one) => (
        <li key={`${one.filter} ${one.value}`}>
          <RemoveTag href={withoutFilter(results.query, one.filter, one.value)}>{textOf(one)}</RemoveTag>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <a className="sm" href={withoutFilters(results.query)}>
            {t('clearAll')}
          </a>
        </li>
      )}
    </ul>
  )
}

interface Chosen {
  filter: string
  value?: string
  label: string
}

function chosenFilters(facets: Facets, query: string): Chosen[] {
  const amounts = new URLSearchParams(query)
  const price = amounts.has('from') || amounts.has('to') ? [{ filter: 'price', label: '' }] : []
  const values = FILTER_NAMES.flatMap((filter) =>
    (facets[filter]?.choices ?? []).flatMap(([value, label, , isChosen]) =>
      isChosen ? [{ filter, value, label }] : [],
    ),
  )
  return [...price, ...values]
}

function Vehicles({ results }: { results: ResultsData }) {
  const t = useText('results')
  const { language } = useLanguage()
  const { kind, query, page, ads } = results
  const markup = useKeptCards(results)
  const back = pathIn(language, PATHS[kind]) + (page > 1 ? withPage(query, page) : query && `?${query}`)
  return (
    <>
      <form id="compare" action={pathIn(language, '/compare')}>
        {hiddenFields(query, [...FILTER_FIELDS, 'city', 'ordering', 'show']).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="results" value={back} />
      </form>
      <KeptList className="stack ads" markup={markup} entries={ads && (() => <AdCards {...{ results, ads }} />)} />
      <section className="vs" aria-label={t('compare.label')}>
        <Icon name="compare" />
        <span className="grow">
          <b className="vs-n" />
          {`${t('compare.count')} `}
        </span>
        <button type="submit" className="btn btn-s" form="compare">
          {t('compare.submit')}
        </button>
      </section>
    </>
  )
}

/** Which filter to loosen, and how many each would give. */
function NothingFound({ results }: { results: ResultsData }) {
  const t = useText('results')
  const { language } = useLanguage()
  const { query, loosen } = results
  return (
    <EmptyState title={t('empty.title')} text={loosen.length > 0 ? t('empty.loosen') : t('empty.text')}>
      {loosen.length > 0 && (
        <ul className="row row-s justify-center">
          {loosen.map(([filter, count]) => (
            <li key={filter}>
              <a className="chip" href={withoutFilter(query, filter)}>
                {t('empty.without', {
                  filter: t.loose(`filter.${filter}`),
                  count: formatNumber(count, language),
                })}
              </a>
            </li>
          ))}
        </ul>
      )}
      <a className="btn" href={withoutFilters(query)}>
        {t('clearAll')}
      </a>
    </EmptyState>
  )
}

function withPage(query: string, page: number): string {
  if (page === 1) return `?${query}`
  return query ? `?${query}&page=${page}` : `?page=${page}`
}
