import type { ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import { formatDate, formatRange } from '#app/i18n/format/dates.ts'
import { formatNumber, formatPercent } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { rolesOfPage } from '#app/rules/access/desk-page.ts'
import type { ReportCount, ReportSource } from '#app/rules/reservation/reservation-lists.ts'
import { oneOf } from '#app/rules/search/list-address.ts'
import { REPORT_SPANS, REPORT_STEPS, type ReportSpan, type ReportStep } from '#app/rules/time/report-periods.ts'
import type { Column } from '#app/ui/desk/column-table.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import type { DeskFrame } from '../shell/desk-frame.ts'

export interface Days {
  from: string
  to: string
}

/** The filters that all reports have. */
export const REPORT_FILTERS = { step: oneOf(REPORT_STEPS, 'MONTH'), span: oneOf(REPORT_SPANS, 'DAYS_30') }

const PAGES = [
  { key: 'use', path: '/desk/reports' },
  { key: 'money', path: '/desk/reports/money' },
] as const

/** The links between reports that one's role opens, and the form that chooses their days. */
export function ReportBar({
  current,
  asked,
  hidden = {},
}: {
  current: (typeof PAGES)[number]['key']
  asked: { step: ReportStep; span: ReportSpan }
  /** Further parameters that stay. */
  hidden?: Record<string, string | undefined>
}) {
  const t = useText('reports')
  const { language } = useLanguage()
  const { role } = useOutletContext<DeskFrame>()
  const open = PAGES.filter(({ path }) => role === null || rolesOfPage(path).includes(role))
  const path = PAGES.find(({ key }) => key === current)?.path ?? ''
  return (
    <div className="row between">
      {open.length > 1 && (
        <nav className="seg seg-s" aria-label={t('reports')}>
          {open.map((page) => (
            <a
              key={page.key}
              href={pathIn(language, page.path)}
              aria-current={page.key === current ? 'page' : undefined}
            >
              {t(`${page.key}.title`)}
            </a>
          ))}
        </nav>
      )}
      <form className="row row-s report-days" action={pathIn(language, path)}>
        {Object.entries(hidden).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <SelectField
          id="span"
          name="span"
          label={t('span')}
          defaultValue={asked.span}
          options={REPORT_SPANS.map((value) => ({ value, label: t(`spans.${value}`) }))}
        />
        <SelectField
          id="step"
          name="step"
          label={t('step')}
          defaultValue={asked.step}
          options={REPORT_STEPS.map((value) => ({ value, label: t(`steps.${value}`) }))}
        />
        <div className="field">
          <button type="submit" className="btn">
            {t('show')}
          </button>
        </div>
      </form>
    </div>
  )
}

/** A figure with what it was a year before, and a link to what it counts. */
export function Tile({
  name,
  value,
  before,
  to,
}: {
  name: string
  value: ReactNode
  /** As a sentence's value; undefined if there was none. */
  before?: ReactNode
  to?: string
}) {
  const t = useText('reports')
  const { language } = useLanguage()
  const content = (
    <>
      <span className="mute">{name}</span> <b className="n">{value}</b>{' '}
      {before !== undefined && (
        <span className="mute xs">
          {t('before')}: <span className="n">{before}</span>
        </span>
      )}
    </>
  )
  return (
    <li>
      {to ? (
        <a className="card tile" href={pathIn(language, to)}>
          {content}
        </a>
      ) : (
        <div className="card tile">{content}</div>
      )}
    </li>
  )
}

/** The name of a month, or the first day of a week. */
export function useStepName(step: ReportStep) {
  const { language } = useLanguage()
  const t = useText('reports')
  return ({ from }: Days, isShort = false) => {
    if (step === 'WEEK')
      return isShort ? formatDate(from, language, 'short') : t('week', { date: formatDate(from, language, 'day') })
    return isShort ? monthOnly(formatDate(from, language, 'short')) : formatDate(from, language, 'month')
  }
}

/** The first column of a report's table: each month or week, as a link to the reservations of its days. */
export function useStepColumn(step: ReportStep): Column<{ days: Days }> {
  const { language } = useLanguage()
  const t = useText('reports')
  const nameOf = useStepName(step)
  return {
    head: t(`steps.${step}`),
    whole: true,
    cell: ({ days }) => (
      <a className="go" href={pathIn(language, reservationsIn(days, 'OUT'))}>
        {nameOf(days)}
      </a>
    ),
  }
}

/** The month of a short date, which begins with the day. */
const monthOnly = (date: string) => date.replace(/^[^\s\u00a0]+[\s\u00a0]/, '')

/** The days of a report's figures, in words. */
export function useDaysText() {
  const { language } = useLanguage()
  const t = useText('reports')
  return ({ from, to }: Days) => t('days', formatRange({ start: from, end: to }, language))
}

/** A share in per cent, or a dash. */
export function useShare() {
  const { language } = useLanguage()
  return ({ out, able }: { out: number; able: number }) =>
    able > 0 ? formatPercent((out / able) * 100, language) : '—'
}

/** A number of days, in whole ones. */
export function useDayCount() {
  const { language } = useLanguage()
  return (days: number) => formatNumber(days, language)
}

/** The address of the reservations that a figure counts. */
export const reservationsIn = ({ from, to }: Days, counted: ReportCount, source?: ReportSource) =>
  `/desk/reservations?from=${from}&to=${to}&counted=${counted}${source ? `&source=${source}` : ''}`
