import { readSearch } from '#app/features/search/requested-search.ts'
import { type TIME_FIELDS, TIME_QUERY } from '#app/features/search/search-query.ts'
import { languageOf, pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CATEGORY, COMPARE_MAX, DEFAULT_TIME } from '#app/rules/constants.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { type ApiClient, apiOf } from '#app/web/api.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import '../../../styles/compare.css'
import type { Route } from './+types/compare'
import { type ComparedRow, comparisonOf } from './comparison.ts'

export const handle: PageHandle = {
  title: 'compare/meta.title',
  description: 'compare/meta.description',
  areas: ['compare'],
  showsHeld: true,
  noIndex: true,
  noJs: true,
  query: ['ids', 'results', 'differences', ...TIME_QUERY],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, cookies } = context.get(siteContext)
  const api = apiOf(context)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const now = new Date()
  const { time } = readSearch(url.searchParams, {
    language,
    currency,
    cities: [],
    now,
    todayIn: (zone) => dateIn(zone, now),
    isMonthly: false,
  })
  const dates = time.start_date && time.end_date ? { start_time: DEFAULT_TIME, end_time: DEFAULT_TIME, ...time } : {}
  const { ids, isUnknown } = idsOf(url.searchParams)
  const read = await Promise.all(ids.slice(0, COMPARE_MAX).map((id) => readAd(api, { id, currency, ...dates })))
  const ads = read.filter((ad) => ad !== undefined)
  const suffix = bookingSuffix(dates)
  const rows = comparisonOf(ads, { language, currency })
  const onlyDifferences = ads.length > 1 && url.searchParams.get('differences') === '1'
  return {
    ads: ads.map(({ id, title, picture, category }) => ({
      id,
      title,
      picture,
      href: `/book/${category === CATEGORY.MOTOR ? 'motor' : 'car'}/${id}${suffix}`,
    })),
    rows: onlyDifferences ? rows.filter(({ differs }) => differs) : rows,
    onlyDifferences,
    hasDifferences: ads.length > 1 && rows.some(({ differs }) => differs),
    tooMany: ids.length > COMPARE_MAX,
    unknown: isUnknown || ads.length < read.length,
    results: resultsOf(url.searchParams.get('results')),
    query: url.search,
  }
}

/** Listing numbers as `ids=1,2,3` or one `ids` each, in any digits. */
function idsOf(params: URLSearchParams): { ids: number[]; isUnknown: boolean } {
  const texts = params.getAll('ids').flatMap((text) => toLatinDigits(text).split(/[,،\s]+/))
  const given = texts.filter(Boolean)
  const ids = given.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number)
  return { ids: [...new Set(ids)], isUnknown: ids.length < given.length }
}

type RequestedAd = Parameters<ApiClient['ads']['read']>[0]

/**
 * One vehicle; undefined for an unknown one, or one that was withdrawn. The comparison leaves these out, and ignores dates for which a
 * vehicle cannot be rented.
 */
async function readAd(api: ApiClient, { id, currency, ...dates }: RequestedAd) {
  try {
    return await api.ads.read({ id, currency, ...dates })
  } catch (error) {
    const isDated = Object.keys(dates).length > 0
    if (isDated && isCallError(error, 'INVALID_FIELDS')) return readAd(api, { id, currency })
    const status = (error as { init?: { status?: number } }).init?.status
    if (status === 404 || status === 410) return undefined
    throw error
  }
}

function bookingSuffix(time: Partial<Record<(typeof TIME_FIELDS)[number], string>>): string {
  if (!time.start_date || !time.end_date) return ''
  const query = new URLSearchParams()
  for (const name of ['start_time', 'end_time'] as const) if (time[name]) query.set(name, time[name])
  return `/${time.start_date}/${time.end_date}${query.size > 0 ? `?${query}` : ''}`
}

/** The list from which the visitor came, if it is on this site. */
function resultsOf(address: string | null): string | undefined {
  return address && /^\/rent\/(motor|car(\/monthly)?)(\?|$)/.test(languageOf(address).rest) ? address : undefined
}

export default function Compare({ loaderData }: Route.ComponentProps) {
  const t = useText('compare')
  const { language } = useLanguage()
  const { ads, rows, tooMany, unknown, query, onlyDifferences, hasDifferences } = loaderData
  const results = loaderData.results ?? pathIn(language, '/rent/car')
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <div className="page-head row between">
          <h1>{t('title')}</h1>
          <a href={results}>{t('back')}</a>
        </div>
        <div className="stack">
          {tooMany && <Note kind="warn">{t('tooMany', { n: COMPARE_MAX })}</Note>}
          {unknown && <Note kind="warn">{t('unknown')}</Note>}
          {ads.length === 1 && <Note>{t('onlyOne')}</Note>}
          {hasDifferences && (
            <p>
              <a href={withDifferences(query, !onlyDifferences)}>{t(onlyDifferences ? 'everything' : 'differences')}</a>
            </p>
          )}
          {ads.length > 0 ? (
            <ComparisonTable ads={ads} rows={rows} query={query} />
          ) : (
            <EmptyState title={t('empty.title')} text={t('empty.text')}>
              <a className="btn btn-go" href={results}>
                {t('back')}
              </a>
            </EmptyState>
          )}
        </div>
      </div>
    </main>
  )
}

type ComparedAd = Route.ComponentProps['loaderData']['ads'][number]

function ComparisonTable({
  ads,
  rows,
  query,
}: {
  ads: readonly ComparedAd[]
  rows: readonly ComparedRow[]
  query: string
}) {
  const t = useText('compare')
  const { language } = useLanguage()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard
    <section className={`card vs-t vs-${ads.length}`} tabIndex={0} aria-label={t('table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{t('feature')}</span>
            </th>
            {ads.map((ad) => (
              <th key={ad.id} scope="col">
                <div className="studio">
                  <Picture name={ad.picture} alt="" />
                </div>
                <a className="b" href={pathIn(language, ad.href)}>
                  {ad.title}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.label} row={row} isAlone={ads.length < 2} />
          ))}
          <tr>
            <th scope="row">{t('row.actions')}</th>
            {ads.map((ad) => (
              <td key={ad.id}>
                <div className="stack stack-2">
                  <a className="btn btn-go" href={pathIn(language, ad.href)}>
                    {t('select')}
                    <span className="vh"> {ad.title}</span>
                  </a>
                  <a className="btn btn-bare" href={withoutAd(query, ad.id, ads)}>
                    {t('remove')}
                    <span className="vh"> {ad.title}</span>
                  </a>
                </div>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function Row({ row, isAlone }: { row: ComparedRow; isAlone: boolean }) {
  const t = useText('compare')
  return (
    <tr>
      <th scope="row">
        {row.label}
        {isAlone || <span className="block xs">{t(row.differs ? 'differs' : 'same')}</span>}
      </th>
      {row.cells.map((cell, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no identity other than its position
        <td key={place}>
          {row.best.includes(place) ? <b>{cell}</b> : cell || '—'}
          {row.best.includes(place) && (
            <>
              {' '}
              <Tag kind="ok">{row.bestWord}</Tag>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}

/** A link to the same comparison with only the differences, or with all rows again. */
function withDifferences(query: string, isOnly: boolean): string {
  const changed = new URLSearchParams(query)
  if (isOnly) changed.set('differences', '1')
  else changed.delete('differences')
  return `?${changed.toString().replaceAll('%2C', ',')}`
}

function withoutAd(query: string, id: number, ads: readonly ComparedAd[]): string {
  const changed = new URLSearchParams(query)
  const kept = ads.filter((ad) => ad.id !== id).map((ad) => ad.id)
  changed.set('ids', kept.join(','))
  return `?${changed.toString().replaceAll('%2C', ',')}`
}
