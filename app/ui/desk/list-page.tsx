import { Fragment, type Key, type ReactNode } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import type { List } from '#app/rules/search/list-address.ts'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Pagination } from '#app/ui/page/pagination.tsx'
import { Chip } from '../tag.tsx'
import { type Column, ColumnTable } from './column-table.tsx'
import { DeskHead } from './desk-head.tsx'

/** The loader data of a list (`readList` in web/page/read-list.ts). */
interface Found<Values, Item = unknown> {
  results: readonly Item[]
  page: number
  pages: number
  filters: Values
}

/**
 * The page of a list on a desk. A new one needs three things: the list (`listAt` in rules/search/list-address.ts: its path,
 * page size and filters), a loader that reads it (`readList`), and the table's columns:
 *
 * ```tsx
 * const PAYMENTS = listAt('/operator/payments', { size: 25, filters: { status: oneOf(PAYMENT_STATUSES) } })
 * export const handle: PageHandle = { title: 'operator/kind.payment', query: PAYMENTS.query }
 * export const loader = ({ context, url }: Route.LoaderArgs) =>
 *   readList(PAYMENTS, url, (asked) => apiOf(context).operator.payments.list(asked))
 *
 * <ListPage
 *   list={PAYMENTS}
 *   found={loaderData}
 *   title={t('kind.payment')}
 *   filters={<FilterChips list={PAYMENTS} found={loaderData} name="status" label={…} choices={…} />}
 *   empty={t('lists.none')}
 *   rowKey={({ id }) => id}
 *   columns={[{ head: t('person.number'), whole: true, cell: ({ number }) => number }, …]}
 * />
 * ```
 *
 * Content that is not a table is passed as children. A list that is a part of a page uses only `ListPages`, and one that can
 * be downloaded has a `ListFile`.
 */
export function ListPage<Values extends object, Item>({
  list,
  found,
  title,
  text,
  aside,
  filters,
  count,
  empty,
  emptyText,
  label = title,
  columns,
  rowKey = (_, index) => index,
  after,
  children,
}: {
  list: List<Values>
  found: Found<Values, Item>
  title: string
  text?: ReactNode
  /** In the head: buttons to create something or to download the list. */
  aside?: ReactNode
  filters?: ReactNode
  /** A line with the number of results. */
  count?: string
  /** The text of an empty list, with a link to the unfiltered one below. */
  empty: string
  emptyText?: string
  /** The table's name, if it is not the title. */
  label?: string
  columns?: readonly (Column<Item> | false)[]
  /** The React key of a row; its index when it has no id. */
  rowKey?: (item: Item, index: number) => Key
  /** Content below the page links. */
  after?: ReactNode
  /** The rows, if they are not a table. */
  children?: ReactNode
}) {
  const { results } = found
  return (
    <>
      <DeskHead title={title} text={text}>
        {aside}
      </DeskHead>
      <div className="stack">
        {filters}
        {count && (
          <p className="sm soft" role="status">
            {count}
          </p>
        )}
        {results.length === 0 && <EmptyState title={empty} text={emptyText} />}
        {results.length > 0 && columns && (
          <div className="card">
            <ColumnTable label={label} columns={columns} rows={results} rowKey={rowKey} />
          </div>
        )}
        {results.length > 0 && children}
        <ListPages list={list} found={found} />
        {after}
      </div>
    </>
  )
}

/** The numbered page links of a list, which keep its filters. */
export function ListPages<Values extends object>({
  list,
  found: { page, pages, filters },
}: {
  list: List<Values>
  found: Pick<Found<Values>, 'page' | 'pages' | 'filters'>
}) {
  const { language } = useLanguage()
  return <Pagination page={page} pages={pages} href={(number) => pathIn(language, list.href(filters, number))} />
}

/** A link to the whole list as a CSV file with the same filters: `<path>.csv`. */
export function ListFile<Values extends object>({
  list,
  found: { filters },
  children,
}: {
  list: List<Values>
  found: Pick<Found<Values>, 'filters'>
  /** The link's text. */
  children: ReactNode
}) {
  const { language } = useLanguage()
  const [path, query] = list.href(filters).split('?')
  return (
    <a className="btn btn-s" href={pathIn(language, `${path}.csv${query ? `?${query}` : ''}`)} download>
      {children}
    </a>
  )
}

/** The values of one filter as links, which keep the other filters. `undefined` is the link without this filter. */
export function FilterChips<Values extends object, Name extends keyof Values>({
  list,
  found: { filters },
  name,
  label,
  choices,
  scrolls,
}: {
  list: List<Values>
  found: Pick<Found<Values>, 'filters'>
  name: Name
  /** The filter's name for screen readers. */
  label: string
  choices: readonly { value: Values[Name]; label: string }[]
  /** One line that scrolls, for filters that would need more than two lines on a phone. */
  scrolls?: boolean
}) {
  const { language } = useLanguage()
  return (
    <nav className={scrolls ? 'scroll' : 'row row-s'} aria-label={label}>
      {choices.map(({ value, label }) => (
        <Fragment key={String(value)}>
          <Chip href={pathIn(language, list.href({ ...filters, [name]: value }))} isCurrent={value === filters[name]}>
            {label}
          </Chip>{' '}
        </Fragment>
      ))}
    </nav>
  )
}
