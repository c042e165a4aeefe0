import { redirect } from 'react-router'
import { z } from 'zod'
import { DESK_LISTS } from '#app/contract/company/reservations/reservations.ts'
import { ViewName } from '#app/contract/company/reservations/views.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { QuoteTag } from '#app/features/quote/quote-tag.tsx'
import { deskPathOf } from '#app/features/reservation/scanned-voucher.server.ts'
import { StatusTag } from '#app/features/reservation/status-tag.tsx'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DESK_ORDERS, REPORT_COUNTS, REPORT_SOURCES } from '#app/rules/reservation/reservation-lists.ts'
import { voucherIdIn } from '#app/rules/reservation/voucher-address.ts'
import { listAt, oneOf, words } from '#app/rules/search/list-address.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { FilterChips, ListFile, ListPage } from '#app/ui/desk/list-page.tsx'
import { Money } from '#app/ui/price.tsx'
import { RemoveTag, Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { goneAlready } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import { FoundVehicleList, findVehicles } from '../find/found-vehicles.tsx'
import { SearchBox } from '../shell/desk-bar.tsx'
import type { Route } from './+types/list'
import { Filters } from './filters.tsx'
import { queryOf, SavedViews } from './saved-views.tsx'
import { wantedReservations } from './wanted.server.ts'

/** The dates as they were typed: the page shows them again, and `wantedReservations` parses them. */
const RESERVATIONS = listAt('/desk/reservations', {
  size: 25,
  filters: {
    q: words(80),
    list: oneOf(DESK_LISTS, 'all'),
    order: oneOf(DESK_ORDERS),
    from: words(20),
    to: words(20),
    place: words(10),
    vehicle: words(10),
    counted: oneOf(REPORT_COUNTS),
    source: oneOf(REPORT_SOURCES),
  },
})

export const handle: PageHandle = {
  title: 'desk/list.title',
  areas: ['voucher', 'counter', 'quote', 'reports'],
  noJs: true,
  query: RESERVATIONS.query,
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const scanned = voucherIdIn(url.searchParams.get('q') ?? '')
  // A scanner that types what it reads types the address in a voucher's QR code.
  if (scanned) throw redirect(await deskPathOf(context, scanned))
  const wanted = wantedReservations(url.searchParams, language)
  const api = apiOf(context)
  const { company } = api
  const [found, vehicles, { places }, { views }] = await Promise.all([
    readList(RESERVATIONS, url, ({ order, counted, source, page, size }) =>
      company.reservations.list({ ...wanted, order, counted, source, page, size }),
    ),
    findVehicles(api, RESERVATIONS.asked(url.searchParams).q),
    company.places.names({}),
    company.reservations.views({}),
  ])
  return { ...found, vehicles, places, views, wanted }
}

const Kept = z.object({ name: ViewName })

/** Saves the filters of the page's address under a name, or deletes a saved view. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'desk')
  const { company } = apiOf(context)
  const filters = wantedReservations(url.searchParams, language)
  const page = `/desk/reservations?${queryOf(filters)}`
  const fields = await request.formData()
  if (fields.get('intent') === 'remove') {
    const id = RowId.safeParse(fields.get('id'))
    if (id.success) await goneAlready(company.reservations.removeView({ id: id.data }))
    return goOn(context, page, t('views.removed'))
  }
  return answerForm({ context, request: fields }, Kept, async ({ name }) => {
    await company.reservations.saveView({ name, filters })
    return { to: page, said: t('views.saved') }
  })
}

type Reservation = Route.ComponentProps['loaderData']['results'][number]

export default function Reservations({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('desk')
  const counter = useText('counter')
  const reports = useText('reports')
  const { language } = useLanguage()
  const { count, wanted, filters, vehicles, places, views } = loaderData
  const { q, list, order, counted, source } = filters
  return (
    <ListPage
      list={RESERVATIONS}
      found={loaderData}
      title={t('list.title')}
      aside={
        <div className="row row-s">
          <ListFile list={RESERVATIONS} found={loaderData}>
            <Icon name="download" />
            {t('list.csv')}
          </ListFile>
          <a className="btn btn-go" href={pathIn(language, '/desk/reservations/new')}>
            {counter('new')}
          </a>
        </div>
      }
      filters={
        <>
          <SearchBox id="q" className="seek seek-l" value={q} hasScan />
          {q && vehicles.count > 0 && <FoundVehicleList found={vehicles} q={q} />}
          <FilterChips
            list={RESERVATIONS}
            found={loaderData}
            name="list"
            label={t('list.status')}
            choices={DESK_LISTS.map((value) => ({ value, label: t(`lists.${value}`) }))}
          />
          <FilterChips
            list={RESERVATIONS}
            found={loaderData}
            name="order"
            label={t('list.order')}
            scrolls
            choices={[
              { value: undefined, label: t('list.orders.usual') },
              ...DESK_ORDERS.map((value) => ({ value, label: t(`list.orders.${value}`) })),
            ]}
          />
          {(counted || source) && (
            <div className="row row-s">
              {counted && (
                <RemoveTag href={pathIn(language, RESERVATIONS.href({ ...filters, counted: undefined }))}>
                  {reports(`counted.${counted}`)}
                </RemoveTag>
              )}
              {source && (
                <RemoveTag href={pathIn(language, RESERVATIONS.href({ ...filters, source: undefined }))}>
                  {reports(`source.${source}`)}
                </RemoveTag>
              )}
            </div>
          )}
          <SavedViews views={views} current={queryOf(wanted)} reply={actionData?.form} />
          <Filters typed={filters} places={places} clear={pathIn(language, RESERVATIONS.href({ q, list, order }))} />
        </>
      }
      count={t('list.found', { n: count })}
      empty={t('list.none')}
      emptyText={t('list.noneText')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('list.number'),
          cell: ({ id, number }) => (
            <a className="go ltr" href={pathIn(language, `${RESERVATIONS.path}/${id}`)}>
              {localDigits(number, language)}
            </a>
          ),
        },
        { head: t('list.customer'), far: true, cell: ({ fullname }) => <bdi>{fullname}</bdi> },
        {
          head: t('list.vehicleColumn'),
          whole: true,
          cell: ({ ad, plate }) => (
            <>
              {ad.title} <Plate text={plate} />
            </>
          ),
        },
        {
          head: t('list.pickUp'),
          whole: true,
          labelled: true,
          cell: ({ start_date, start_time }) => <When date={start_date} time={start_time} />,
        },
        {
          head: t('list.return'),
          whole: true,
          labelled: true,
          cell: ({ end_date, end_time }) => <When date={end_date} time={end_time} />,
        },
        { head: t('list.status'), whole: true, cell: (reservation) => <Tags of={reservation} /> },
        {
          head: t('list.total'),
          className: 'n',
          far: true,
          cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
        },
      ]}
    />
  )
}

function When({ date, time }: { date: string; time: string }) {
  const { language } = useLanguage()
  return (
    <time dateTime={`${date}T${time}`}>
      <span className="whitespace-nowrap">{formatDate(date, language, 'weekday')}</span> {formatTime(time, language)}
    </time>
  )
}

function Tags({ of: { status, hours_left, late_minutes, quote } }: { of: Reservation }) {
  const t = useText('desk')
  const words = useText('quote')
  return (
    <>
      <StatusTag status={status} />{' '}
      {quote && quote !== 'ACCEPTED' && (
        <>
          <QuoteTag state={quote} label={`${words('desk.title')}: ${words(`state.${quote}`)}`} />{' '}
        </>
      )}
      {hours_left !== null && <Tag kind="warn">{t('waiting.left', { n: hours_left })}</Tag>}
      {late_minutes !== null && (
        <Tag kind="bad" icon="clock">
          {t('lists.late')}
        </Tag>
      )}
    </>
  )
}
