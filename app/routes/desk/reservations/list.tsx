import { redirect } from 'react-router'
import { z } from 'zod'
import { ViewName } from '#app/contract/desk/views.ts'
import { RowId } from '#app/contract/shapes.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { StatusTag } from '#app/features/reservation/status-tag.tsx'
import { formatDate, formatTime } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { voucherIdIn } from '#app/rules/voucher-address.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Money } from '#app/ui/price.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { Chip, Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { goneAlready } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { SearchBox } from '../shell/desk-bar.tsx'
import type { Route } from './+types/list'
import { Filters } from './filters.tsx'
import { queryOf, SavedViews } from './saved-views.tsx'
import { wantedReservations } from './wanted.server.ts'

const PAGE_SIZE = 25
const LISTS = ['all', 'open', 'waiting', 'coming', 'out', 'late', 'rent_open', 'completed', 'ended'] as const
const NAMES = ['q', 'list', 'from', 'to', 'place', 'vehicle'] as const

export const handle: PageHandle = { areas: ['voucher'], noJs: true, query: [...NAMES, 'page'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'desk')
  const scanned = voucherIdIn(url.searchParams.get('q') ?? '')
  // A scanner that types what it reads: the address in the QR code of a voucher.
  if (scanned) throw redirect(`/desk/reservations/${scanned}`)
  const wanted = wantedReservations(url.searchParams, language)
  const page = Number(url.searchParams.get('page') ?? 1)
  const { desk } = apiOf(context)
  const [found, { places }, { views }] = await Promise.all([
    desk.reservations({ ...wanted, page, size: PAGE_SIZE }),
    desk.places({}),
    desk.views({}),
  ])
  const typed = Object.fromEntries(NAMES.map((name) => [name, url.searchParams.get(name)?.trim() || undefined]))
  return {
    meta: { title: t('list.title'), description: t('description') },
    count: found.count,
    reservations: found.results,
    places,
    views,
    wanted,
    typed,
    ...pageAt(found, { page, size: PAGE_SIZE }),
  }
}

const Kept = z.object({ name: ViewName })

/** Keeps the filters of the page's address under a name, or forgets one. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'desk')
  const { desk } = apiOf(context)
  const filters = wantedReservations(url.searchParams, language)
  const page = `/desk/reservations?${queryOf(filters)}`
  const fields = await request.formData()
  if (fields.get('intent') === 'remove') {
    const id = RowId.safeParse(fields.get('id'))
    if (id.success) await goneAlready(desk.removeView({ id: id.data }))
    return goOn(context, page, t('views.removed'))
  }
  const form = await parseForm(fields, Kept, formPage(context))
  if (!form.ok) return form.reply
  try {
    await desk.saveView({ name: form.value.name, filters })
    return goOn(context, page, t('views.saved'))
  } catch (error) {
    return refused(error, form)
  }
}

type Loaded = Route.ComponentProps['loaderData']

export default function Reservations({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { count, reservations, wanted, typed, page, pages, places, views } = loaderData
  const hrefOf = (change: Record<string, string | undefined>, path = '/desk/reservations') => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...typed, ...change })) if (value) query.set(name, value)
    return pathIn(language, query.size > 0 ? `${path}?${query}` : path)
  }
  return (
    <>
      <div className="head row between">
        <h1>{t('list.title')}</h1>
        <a className="btn btn-s" href={hrefOf({}, '/desk/reservations.csv')} download>
          <Icon name="download" />
          {t('list.csv')}
        </a>
      </div>
      <div className="stack">
        <SearchBox id="q" className="seek seek-l" value={typed.q} hasScan />
        <nav className="row row-s" aria-label={t('list.status')}>
          {LISTS.map((list) => (
            <Chip
              key={list}
              href={hrefOf({ list: list === 'all' ? undefined : list })}
              isCurrent={list === wanted.list}
            >
              {t(`lists.${list}`)}
            </Chip>
          ))}
        </nav>
        <SavedViews views={views} current={queryOf(wanted)} reply={actionData?.form} />
        <Filters
          typed={typed}
          places={places}
          clear={hrefOf({ from: undefined, to: undefined, place: undefined, vehicle: undefined })}
        />
        <p className="sm soft" role="status">
          {t('list.found', { n: count })}
        </p>
        {reservations.length === 0 ? (
          <EmptyState title={t('list.none')} text={t('list.noneText')} />
        ) : (
          <Table reservations={reservations} />
        )}
        <Pagination page={page} pages={pages} href={(n) => hrefOf({ page: n > 1 ? String(n) : undefined })} />
      </div>
    </>
  )
}

function Table({ reservations }: Pick<Loaded, 'reservations'>) {
  const t = useText('desk')
  const { language } = useLanguage()
  const when = (date: string, time: string) => (
    <time dateTime={`${date}T${time}`}>
      {formatDate(date, language, 'weekday')} {formatTime(time, language)}
    </time>
  )
  const head = ['number', 'customer', 'vehicleColumn', 'pickUp', 'return', 'status', 'total'] as const
  return (
    <div className="card">
      <RowTable label={t('list.title')} head={head.map((column) => t(`list.${column}`))}>
        {reservations.map((one) => (
          <Row key={one.id}>
            <Cell>
              <a className="go ltr" href={pathIn(language, `/desk/reservations/${one.id}`)}>
                {localDigits(one.number, language)}
              </a>
            </Cell>
            <Cell far>
              <bdi>{one.fullname}</bdi>
            </Cell>
            <Cell whole>
              {one.ad.title} <Plate text={one.plate} />
            </Cell>
            <Cell whole label={t('list.pickUp')}>
              {when(one.start_date, one.start_time)}
            </Cell>
            <Cell whole label={t('list.return')}>
              {when(one.end_date, one.end_time)}
            </Cell>
            <Cell whole>
              <StatusTag status={one.status} />{' '}
              {one.hours_left !== null && <Tag kind="warn">{t('waiting.left', { n: one.hours_left })}</Tag>}
              {one.late_minutes !== null && (
                <Tag kind="bad" icon="clock">
                  {t('lists.late')}
                </Tag>
              )}
            </Cell>
            <Cell className="n" far>
              <Money amount={one.total} currency={one.currency} />
            </Cell>
          </Row>
        ))}
      </RowTable>
    </div>
  )
}
