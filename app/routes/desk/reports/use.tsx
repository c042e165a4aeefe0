import { REPORT_GROUPS } from '#app/contract/company/reports.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { firstWeekday, shortWeekday } from '#app/i18n/format/dates.ts'
import { formatNumber, formatPercent, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { percentOf, type Use } from '#app/rules/fleet/utilisation.ts'
import { listAt, oneOf, words } from '#app/rules/search/list-address.ts'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { FilterChips, ListFile, ListPages } from '#app/ui/desk/list-page.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { RemoveTag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/use'
import { Plot, PlotKey } from './plot.tsx'
import {
  REPORT_FILTERS,
  ReportBar,
  reservationsIn,
  Tile,
  useDayCount,
  useDaysText,
  useShare,
  useStepColumn,
  useStepName,
} from './report-parts.tsx'
import '../../../../styles/company-desk.css'

const USE = listAt('/desk/reports', {
  size: 25,
  filters: { ...REPORT_FILTERS, by: oneOf(REPORT_GROUPS, 'CLASS'), type: words(10), city: words(10) },
})

export const handle: PageHandle = { title: 'reports/use.title', areas: ['reports'], query: USE.query, noJs: true }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(USE, url, ({ type, city, ...asked }) =>
    apiOf(context).company.reports.use({ ...asked, type: Number(type) || undefined, city: Number(city) || undefined }),
  )

type Data = Route.ComponentProps['loaderData']

/** How the vehicles were used: by month or week against the year before, and by class, city or vehicle. */
export default function UseReport({ loaderData: report }: Route.ComponentProps) {
  const t = useText('reports')
  const daysText = useDaysText()
  const { filters, results, now, before } = report
  const isEmpty = now.able === 0 && before.able === 0 && results.length === 0
  return (
    <>
      <DeskHead title={t('use.title')} text={daysText(report.days)}>
        {results.length > 0 && (
          <ListFile list={USE} found={report}>
            {t('use.csv')}
          </ListFile>
        )}
      </DeskHead>
      <div className="stack">
        <ReportBar current="use" asked={filters} hidden={{ by: filters.by === 'CLASS' ? undefined : filters.by }} />
        {isEmpty ? (
          <EmptyState title={t('none')} text={t('noneText')} />
        ) : (
          <>
            <Figures report={report} />
            <Series report={report} />
            <Groups report={report} />
            <Weekdays weekdays={report.weekdays} />
            <Ahead ahead={report.ahead} />
          </>
        )}
        <p className="sm mute">{t('use.hint')}</p>
      </div>
    </>
  )
}

function Figures({ report: { now, before, days, trips, trips_before } }: { report: Data }) {
  const t = useText('reports')
  const { language } = useLanguage()
  const share = useShare()
  const mean = (value: number | null) => (value === null ? '—' : formatNumber(value, language, 1))
  const cancelled = ({ rentals, cancelled: off }: Data['trips']) =>
    rentals + off > 0 ? formatPercent((off / (rentals + off)) * 100, language) : '—'
  return (
    <ul className="tiles" aria-label={t('figures')}>
      <Tile name={t('use.share')} value={share(now)} before={share(before)} to={reservationsIn(days, 'OUT')} />
      <Tile
        name={t('use.rentals')}
        value={formatNumber(trips.rentals, language)}
        before={formatNumber(trips_before.rentals, language)}
        to={reservationsIn(days, 'RENTALS')}
      />
      <Tile
        name={t('use.length')}
        value={mean(trips.length)}
        before={mean(trips_before.length)}
        to={reservationsIn(days, 'RENTALS')}
      />
      <Tile
        name={t('use.lead')}
        value={mean(trips.lead)}
        before={mean(trips_before.lead)}
        to={reservationsIn(days, 'RENTALS')}
      />
      <Tile
        name={t('use.cancelled')}
        value={cancelled(trips)}
        before={cancelled(trips_before)}
        to={reservationsIn(days, 'CANCELLED')}
      />
      <Tile
        name={t('use.late')}
        value={formatNumber(trips.late, language)}
        before={formatNumber(trips_before.late, language)}
        to={reservationsIn(days, 'LATE')}
      />
    </ul>
  )
}

function Series({ report: { series, filters } }: { report: Data }) {
  const t = useText('reports')
  const { language } = useLanguage()
  const nameOf = useStepName(filters.step)
  const stepColumn = useStepColumn(filters.step)
  const share = useShare()
  const dayCount = useDayCount()
  const steps = series.map(({ days, now, before }) => ({
    key: days.from,
    name: nameOf(days, true),
    now: now.able > 0 ? (now.out / now.able) * 100 : null,
    before: before.able > 0 ? (before.out / before.able) * 100 : null,
  }))
  const last = series.at(-1)
  const title = t(`use.by.${filters.step}`)
  return (
    <Card id="series" title={title} className="stack stack-2">
      <Plot
        kind="lines"
        label={last ? t('use.plot', { title, now: share(last.now), before: share(last.before) }) : title}
        steps={steps}
        top={100}
        scale={(value) => formatPercent(value, language)}
      />
      <PlotKey kind="lines" />
      <ColumnTable
        label={title}
        rows={series.toReversed()}
        rowKey={({ days }) => days.from}
        columns={[
          stepColumn,
          { head: t('now'), className: 'n', labelled: true, cell: ({ now }) => share(now) },
          { head: t('before'), className: 'n', labelled: true, cell: ({ before }) => share(before) },
          {
            head: t('use.daysOut'),
            className: 'n',
            labelled: true,
            cell: ({ now }) => t('use.of', { out: dayCount(now.out), able: dayCount(now.able) }),
          },
        ]}
      />
    </Card>
  )
}

function Groups({ report }: { report: Data }) {
  const t = useText('reports')
  const { language } = useLanguage()
  const share = useShare()
  const dayCount = useDayCount()
  const { filters, results, chosen } = report
  const { by } = filters
  return (
    <Card id="groups" title={t('use.groups')} className="stack stack-2">
      <FilterChips
        list={USE}
        found={report}
        name="by"
        label={t('use.groupBy')}
        choices={REPORT_GROUPS.map((value) => ({ value, label: t(`use.group.${value}`) }))}
      />
      {chosen && (
        <p>
          <RemoveTag href={pathIn(language, USE.href({ ...filters, type: undefined, city: undefined }))}>
            {chosen}
          </RemoveTag>
        </p>
      )}
      <ColumnTable
        label={t('use.groups')}
        rows={results}
        rowKey={({ id }) => id}
        columns={[
          {
            head: t(`use.group.${by}`),
            whole: true,
            cell: ({ id, name, plate }) =>
              by === 'VEHICLE' ? (
                <a className="go" href={pathIn(language, `/desk/fleet/${id}`)}>
                  {name} <Plate text={plate} />
                  {!plate && <span className="mute">{localDigits(id, language)}</span>}
                </a>
              ) : (
                <a
                  className="go"
                  href={pathIn(
                    language,
                    USE.href({ ...filters, by: 'VEHICLE', [by === 'CLASS' ? 'type' : 'city']: String(id) }),
                  )}
                >
                  {name}
                </a>
              ),
          },
          by !== 'VEHICLE' && {
            head: t('use.vehicles'),
            className: 'n',
            labelled: true,
            whole: true,
            cell: ({ vehicles }) => formatNumber(vehicles, language),
          },
          {
            head: t('use.daysOut'),
            className: 'n',
            labelled: true,
            whole: true,
            cell: ({ now }) => t('use.of', { out: dayCount(now.out), able: dayCount(now.able) }),
          },
          { head: t('use.share'), className: 'n', labelled: true, whole: true, cell: ({ now }) => share(now) },
          { head: t('before'), className: 'n', labelled: true, whole: true, cell: ({ before }) => share(before) },
        ]}
      />
      <ListPages list={USE} found={report} />
    </Card>
  )
}

/** How full each class is on each day of the week: the fuller, the darker; each cell has its number. */
function Weekdays({ weekdays }: { weekdays: Data['weekdays'] }) {
  const t = useText('reports')
  const { language } = useLanguage()
  const share = useShare()
  if (weekdays.length === 0) return null
  const days = Array.from({ length: 7 }, (_, index) => (firstWeekday(language) + index) % 7)
  return (
    <Card id="weekdays" title={t('weekdays.title')} className="stack stack-2">
      {/* biome-ignore lint/a11y: on narrow screens it scrolls sideways, and must then be reachable by keyboard */}
      <div className="scroll-x" role="group" tabIndex={0} aria-labelledby="weekdays-title">
        <table className="heat">
          <thead>
            <tr>
              <th scope="col">{t('use.group.CLASS')}</th>
              {days.map((day) => (
                <th key={day} scope="col">
                  {shortWeekday(day, language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map(({ id, name, uses }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {days.map((day) => {
                  const use = uses[day] ?? { out: 0, able: 0 }
                  return (
                    <td key={day} className={`n heat-${fullness(use)}`}>
                      {share(use)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="xs mute">{t('weekdays.hint')}</p>
    </Card>
  )
}

/** In four steps, as the design draws them: up to a half, three quarters, nine tenths, and above. */
function fullness(use: Use): number {
  const percent = percentOf(use)
  return percent === null ? 0 : FULLNESS.filter((limit) => percent >= limit).length
}

const FULLNESS = [0, 50, 75, 90]

function Ahead({ ahead }: { ahead: Data['ahead'] }) {
  const t = useText('reports')
  const { language } = useLanguage()
  const share = useShare()
  const { days, now, year_ago, ended } = ahead
  return (
    <Card id="ahead" title={t('ahead.title')} className="stack stack-2">
      <p className="b">
        <a href={pathIn(language, reservationsIn(days, 'OUT'))}>{t('ahead.now', { share: share(now) })}</a>
      </p>
      <p className="sm soft">
        {ended.able > 0 ? t('ahead.then', { ago: share(year_ago), ended: share(ended) }) : t('ahead.noYear')}
      </p>
    </Card>
  )
}
