import { moneyParts, unitOf } from '#app/i18n/format/money.ts'
import { formatNumber, formatPercent } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CURRENCY_CODES, WHOLE_UNIT } from '#app/rules/constants.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { FilterChips, ListFile } from '#app/ui/desk/list-page.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/money'
import { Plot, PlotKey } from './plot.tsx'
import {
  REPORT_FILTERS,
  ReportBar,
  reservationsIn,
  Tile,
  useDaysText,
  useStepColumn,
  useStepName,
} from './report-parts.tsx'
import '../../../../styles/company-desk.css'

const MONEY = listAt('/desk/reports/money', {
  size: 25,
  filters: { ...REPORT_FILTERS, currency: oneOf(CURRENCY_CODES) },
})

export const handle: PageHandle = { title: 'reports/money.title', areas: ['reports'], query: MONEY.query, noJs: true }

export async function loader({ context, url }: Route.LoaderArgs) {
  const { page, size, ...filters } = MONEY.asked(url.searchParams)
  const report = await apiOf(context).company.reports.money(filters)
  return { ...report, filters: { ...filters, currency: report.currency } }
}

type Data = Route.ComponentProps['loaderData']

/** What the vehicles earned, for owners: by month or week against the year before, and by source. */
export default function MoneyReport({ loaderData: report }: Route.ComponentProps) {
  const t = useText('reports')
  const { language } = useLanguage()
  const daysText = useDaysText()
  const { filters, currencies, series, sources } = report
  const isEmpty = sources.length === 0 && series.every(({ now, before }) => now === 0 && before === 0)
  return (
    <>
      <DeskHead title={t('money.title')} text={daysText(report.days)}>
        <ListFile list={MONEY} found={report}>
          {t('money.csv')}
        </ListFile>
      </DeskHead>
      <div className="stack">
        <ReportBar current="money" asked={filters} hidden={{ currency: filters.currency }} />
        {currencies.length > 1 && (
          <FilterChips
            list={MONEY}
            found={report}
            name="currency"
            label={t('money.currency')}
            choices={currencies.map((value) => ({ value, label: unitOf(value, language) }))}
          />
        )}
        {isEmpty ? (
          <EmptyState title={t('none')} text={t('noneText')} />
        ) : (
          <>
            <Figures report={report} />
            <Series report={report} />
            <Sources report={report} />
          </>
        )}
        <p className="sm mute">{t('money.hint')}</p>
      </div>
    </>
  )
}

function Figures({ report: { now, before, currency, days } }: { report: Data }) {
  const t = useText('reports')
  const { language } = useLanguage()
  const shown = (amount: number | null) => (amount === null ? '—' : moneyParts(amount, currency, language).number)
  const inUnit = (name: string) => t('money.scaled', { title: name, unit: unitOf(currency, language) })
  const links = { revenue: reservationsIn(days, 'OUT'), late: reservationsIn(days, 'LATE') }
  return (
    <ul className="tiles sums" aria-label={t('figures')}>
      <Tile
        name={inUnit(t('money.revenue'))}
        value={shown(now.revenue)}
        before={shown(before.revenue)}
        to={links.revenue}
      />
      <Tile
        name={inUnit(t('money.perDayAble'))}
        value={shown(now.per_day_able)}
        before={shown(before.per_day_able)}
        to="/desk/reports"
      />
      <Tile
        name={inUnit(t('money.perDayOut'))}
        value={shown(now.per_day_out)}
        before={shown(before.per_day_out)}
        to="/desk/reports"
      />
      <Tile name={inUnit(t('money.late'))} value={shown(now.late)} before={shown(before.late)} to={links.late} />
      <Tile name={inUnit(t('money.damage'))} value={shown(now.damage)} before={shown(before.damage)} />
      <Tile
        name={inUnit(t('money.commission'))}
        value={shown(now.commission)}
        before={shown(before.commission)}
        to="/profile/ads-commission"
      />
    </ul>
  )
}

/** Units in which long sums fit beside a plot. */
const SCALES = [
  { name: 'money.billions', size: 1_000_000_000 },
  { name: 'money.millions', size: 1_000_000 },
  { name: 'money.thousands', size: 1000 },
] as const

function Series({ report: { series, filters, currency } }: { report: Data }) {
  const t = useText('reports')
  const { language } = useLanguage()
  const nameOf = useStepName(filters.step)
  const stepColumn = useStepColumn(filters.step)
  const unit = WHOLE_UNIT[currency]
  const most = Math.max(unit, ...series.flatMap(({ now, before }) => [now, before])) / unit
  const scale = SCALES.find(({ size }) => most >= 2 * size)
  const size = scale?.size ?? 1
  const top = roundTop(most / size)
  const inScale = (amount: number) => amount / unit / size
  const steps = series.map(({ days, now, before }) => ({
    key: days.from,
    name: nameOf(days, true),
    now: inScale(now),
    before: inScale(before),
  }))
  const title = t(`money.by.${filters.step}`)
  return (
    <Card
      id="series"
      title={t('money.scaled', {
        title,
        unit: scale ? t(scale.name, { unit: unitOf(currency, language) }) : unitOf(currency, language),
      })}
      className="stack stack-2"
    >
      <Plot
        kind="bars"
        label={title}
        steps={steps}
        top={top}
        scale={(value) => formatNumber(value, language, top < 4 ? 1 : 0)}
      />
      <PlotKey kind="bars" />
      <ColumnTable
        label={title}
        rows={series.toReversed()}
        rowKey={({ days }) => days.from}
        columns={[
          stepColumn,
          {
            head: t('now'),
            className: 'n',
            labelled: true,
            whole: true,
            cell: ({ now }) => <Money amount={now} currency={currency} />,
          },
          {
            head: t('before'),
            className: 'n',
            labelled: true,
            whole: true,
            cell: ({ before }) => <Money amount={before} currency={currency} />,
          },
        ]}
      />
    </Card>
  )
}

/** The next number above that halves well: 2, 4, 6, 8, 10, 20, 40 … */
function roundTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)))
  return (STEPS.find((step) => step * power >= most) ?? 10) * power
}

const STEPS = [2, 4, 6, 8, 10]

function Sources({ report: { sources, currency, days } }: { report: Data }) {
  const t = useText('reports')
  const { language } = useLanguage()
  const all = sources.reduce((sum, { total }) => sum + total, 0)
  return (
    <Card id="sources" title={t('money.sources')} className="stack stack-2">
      {sources.length === 0 && <p className="soft">{t('money.noSource')}</p>}
      {sources.length > 0 && (
        <ColumnTable
          label={t('money.sources')}
          rows={sources}
          rowKey={({ source }) => source}
          columns={[
            {
              head: t('money.source'),
              whole: true,
              cell: ({ source }) => (
                <a className="go" href={pathIn(language, reservationsIn(days, 'RENTALS', source))}>
                  {t(`source.${source}`)}
                </a>
              ),
            },
            {
              head: t('use.rentals'),
              className: 'n',
              labelled: true,
              cell: ({ rentals }) => formatNumber(rentals, language),
            },
            {
              head: t('money.share'),
              className: 'n',
              labelled: true,
              cell: ({ total }) => (all > 0 ? formatPercent((total / all) * 100, language) : '—'),
            },
            {
              head: t('money.total'),
              className: 'n',
              labelled: true,
              whole: true,
              cell: ({ total }) => <Money amount={total} currency={currency} />,
            },
            {
              head: t('use.cancelled'),
              className: 'n',
              labelled: true,
              cell: ({ rentals, cancelled }) => formatPercent((cancelled / (rentals + cancelled)) * 100, language),
            },
          ]}
        />
      )}
    </Card>
  )
}
