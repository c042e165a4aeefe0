import type { Key, ReactNode } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import type { List } from '#app/rules/search/list-address.ts'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Pagination } from '#app/ui/page/pagination.tsx'
import { Chip } from '../tag.tsx'
import { type Column, ColumnTable } from './column-table.tsx'
import { DeskHead } from './desk-head.tsx'

/** What the loader of a list found (`readList` of web/page/read-list.ts). */
interface Found<Values, Item = unknown> {
  results: readonly Item[]
  page: number
  pages: number
  filters: Values
}

/**
 * The page of a list on a desk. A new one is three things: the list (`listAt` of rules/search/list-address.ts, which says its path,
 * its size and its filters once), a loader that reads it (`readList`), and a table of columns:
 *
 * ```tsx
 * const PAYMENTS = listAt('/operator/payments', { size: 25, filters: { status: oneOf(PAYMENT_STATUSES) } })
 * export const handle: PageHandle = { title: 'operator/kind.payment', query: PAYMENTS.query }
 * export const loader = ({ context, url }: Route.LoaderArgs) =>
 *   readList(PAYMENTS, url, (asked) => apiOf(context).operator.payments(asked))
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
 * What is no table stands in its place as children. A list that is a part of a page takes `ListPages` alone, and one that can
 * be saved as a file has a `ListFile`.
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
  /** In the head: what is new, what can be saved as a file. */
  aside?: ReactNode
  filters?: ReactNode
  /** How many were found, where it is worth a line. */
  count?: string
  /** Said in place of the rows where there are none, with a way out below. */
  empty: string
  emptyText?: string
  /** What the table is called, where that is not the title. */
  label?: string
  columns?: readonly (Column<Item> | false)[]
  /** What a row is known by; its place where it has no name. */
  rowKey?: (item: Item, index: number) => Key
  /** Below the pages. */
  after?: ReactNode
  /** The rows where they are no table. */
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

/** The numbered links of a list; its filters stay. */
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

/** The whole list as a CSV file, narrowed by the same filters: `<path>.csv`. */
export function ListFile<Values extends object>({
  list,
  found: { filters },
  children,
}: {
  list: List<Values>
  found: Pick<Found<Values>, 'filters'>
  /** What the link says. */
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

/** The values of one filter as links; the others stay as they are. `undefined` is all of them. */
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
  /** What they choose, for those who hear the page. */
  label: string
  choices: readonly { value: Values[Name]; label: string }[]
  /** Too many for two lines of a phone: one line that scrolls. */
  scrolls?: boolean
}) {
  const { language } = useLanguage()
  return (
    <nav className={scrolls ? 'scroll' : 'row row-s'} aria-label={label}>
      {choices.map(({ value, label }) => (
        <Chip
          key={String(value)}
          href={pathIn(language, list.href({ ...filters, [name]: value }))}
          isCurrent={value === filters[name]}
        >
          {label}
        </Chip>
      ))}
    </nav>
  )
}
