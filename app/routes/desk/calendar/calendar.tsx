import { useEffect, useRef } from 'react'
import { Plate } from '#app/features/desk/plate.tsx'
import { commaOf } from '#app/i18n/format/comma.ts'
import { calendarOf, formatDate, formatRange, restWeekday, weekdayNames } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/search/pagination.ts'
import { addDays, parseDate, partsIn, weekday } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { KeptRows } from '#app/ui/page/kept-markup.tsx'
import { Pagination } from '#app/ui/page/pagination.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { withDocumentOnly } from '#app/web/router/document-only.ts'
import '../../../../styles/fleet-calendar.css'
import type { Route } from './+types/calendar'
import { calendarRows } from './calendar-rows.tsx'
import { DayList, listedDays } from './day-list.tsx'

const PAGE_SIZE = 50
const MOST = 200
const LENGTHS = [14, 30] as const
const PATH = '/desk/calendar'
const NAMES = ['q', 'from', 'days', 'all', 'vehicle'] as const
/** A date that shows how dates may be typed. */
const EXAMPLE = '2026-12-03'

export const handle: PageHandle = {
  title: 'calendar/title',
  description: 'calendar/description',
  areas: ['calendar'],
  query: [...NAMES, 'page'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const typed = Object.fromEntries(NAMES.map((name) => [name, url.searchParams.get(name)?.trim() || undefined]))
  const from = parseDate(typed.from, { calendar: calendarOf(language), today: dateIn(HOME_ZONE, new Date()) })
  const requested = {
    page: Number(url.searchParams.get('page') ?? 1),
    size: typed.all ? MOST : PAGE_SIZE,
    days: typed.days === '30' ? (30 as const) : (14 as const),
    q: typed.q?.slice(0, 80),
    ad: Number(typed.vehicle) || undefined,
    from: from.ok ? from.date : undefined,
  }
  const found = await apiOf(context).company.calendar.read(requested)
  return withDocumentOnly(
    context,
    {
      from: found.from,
      days: found.days,
      today: found.today,
      nextSlot: found.next_slot,
      count: found.count,
      shown: found.results.length,
      typed,
      // The vehicle whose calendar this is, if it was asked for.
      vehicle: (typed.vehicle && named(found.results[0])) || null,
      list: listedDays(found.results, {
        ...{ from: found.from, days: found.days },
        ...{ t: textFor(language, 'calendar'), words: textFor(language, 'voucher') },
      }),
      ...pageAt(found, requested),
    },
    { vehicles: found.results },
  )
}

const named = (vehicle: { id: number; title: string; plate: string | null } | undefined) =>
  vehicle && { id: vehicle.id, title: vehicle.title, plate: vehicle.plate }

type Loaded = Route.ComponentProps['loaderData']
type HrefOf = (change: Record<string, string | undefined>) => string

export default function FleetCalendar({ loaderData }: Route.ComponentProps) {
  const t = useText('calendar')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { typed, days, from, today, count, shown, page, pages, vehicle, list } = loaderData
  const hrefOf: HrefOf = (change) => {
    const query = new URLSearchParams()
    const wanted = { ...typed, days: String(days), from, ...change }
    for (const [name, value] of Object.entries(wanted)) if (value) query.set(name, value)
    return pathIn(language, `${PATH}?${query}`)
  }
  return (
    <>
      {vehicle && (
        <Breadcrumbs
          crumbs={[
            { label: desk('fleet.title'), href: pathIn(language, '/desk/fleet') },
            { label: vehicle.title, href: pathIn(language, `/desk/fleet/${vehicle.id}`) },
            { label: t('title') },
          ]}
        />
      )}
      <div className="head row between">
        <h1>{vehicle ? t('titleOf', { title: vehicle.title }) : t('title')}</h1>
        {vehicle && <Plate text={vehicle.plate} />}
        <a className="btn" href={pathIn(language, vehicle ? `/desk/blocks?ad=${vehicle.id}` : '/desk/blocks')}>
          {t('block')}
        </a>
      </div>
      <div className="stack">
        <Period {...{ days, from, today, hrefOf }} />
        <Filters {...{ typed, days }} />
        {shown === 0 && <EmptyState title={t('none')} />}
        {shown > 0 && <DayList days={list} today={today} shown={shown} />}
        {shown > 0 && <Plan loaded={loaderData} vehicles={loaderData.vehicles} />}
        <Key />
        <p className="sm mute">
          {t('count', { shown, n: count })}{' '}
          {count > shown && count <= MOST && <a href={hrefOf({ all: 'on', page: undefined })}>{t('all')}</a>}{' '}
          <a href={pathIn(language, '/desk/feeds')}>{desk('nav.feeds')}</a>
        </p>
        <Pagination page={page} pages={pages} href={(n) => hrefOf({ page: String(n) })} />
      </div>
    </>
  )
}

/** The shown days, links to those before and after, and how many to show at a time. */
function Period({ days, from, today, hrefOf }: Pick<Loaded, 'days' | 'from' | 'today'> & { hrefOf: HrefOf }) {
  const t = useText('calendar')
  return (
    <div className="row between">
      <b>{useRange({ days, from })}</b>
      <div className="row row-s">
        <a className="btn btn-s" href={hrefOf({ from: addDays(from, -days) })} rel="prev">
          {t('earlier')}
        </a>
        <a className="btn btn-s" href={hrefOf({ from: addDays(from, days) })} rel="next">
          {t('later')}
        </a>
        {from !== today && <a href={hrefOf({ from: undefined })}>{t('today')}</a>}
      </div>
      <nav className="seg seg-s" aria-label={t('span')}>
        {LENGTHS.map((length) => (
          <a key={length} href={hrefOf({ days: String(length) })} aria-current={length === days ? 'true' : undefined}>
            {t(`days.${length}`)}
          </a>
        ))}
      </nav>
    </div>
  )
}

function useRange({ days, from }: Pick<Loaded, 'days' | 'from'>) {
  const t = useText('calendar')
  const { language } = useLanguage()
  return t('range', formatRange({ start: from, end: addDays(from, days - 1) }, language))
}

function Filters({ typed, days }: Pick<Loaded, 'typed' | 'days'>) {
  const t = useText('calendar')
  const { language } = useLanguage()
  return (
    <details open={Boolean(typed.q)}>
      <summary className="chip">{t('filters')}</summary>
      <form className="card stack" action={pathIn(language, PATH)}>
        <input type="hidden" name="days" value={days} />
        {typed.vehicle && <input type="hidden" name="vehicle" value={typed.vehicle} />}
        <div className="fields">
          <TextField id="q" name="q" label={t('vehicleQuery')} defaultValue={typed.q} maxLength={80} />
          <TextField
            id="from"
            name="from"
            label={t('from')}
            hint={t('dayHint', { example: formatDate(EXAMPLE, language, 'numeric') })}
            defaultValue={typed.from}
            maxLength={20}
          />
        </div>
        <div>
          <button type="submit" className="btn btn-go">
            {t('show')}
          </button>
        </div>
      </form>
    </details>
  )
}

/**
 * The table: one row for each vehicle, two columns for each day. Dragging over free days needs a script; it opens the
 * same form as the links.
 */
function Plan({ loaded, vehicles }: { loaded: Loaded; vehicles: Loaded['vehicles'] }) {
  const t = useText('calendar')
  const words = useText('voucher')
  const { language } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const range = useRange(loaded)
  const { from, days, today, nextSlot } = loaded
  useEffect(() => {
    const element = box.current
    if (!element) return
    const stop = import('./drag-days.live.ts').then(({ dragDays }) => dragDays(element, { from, days }))
    return () => void stop.then((end) => end())
  }, [from, days])
  return (
    <>
      <a className="vh plan-skip" href="#key">
        {t('skip')}
      </a>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="plan-box" tabIndex={0} aria-label={`${t('title')}${commaOf(language)}${range}`} ref={box}>
        <table className={days === 30 ? 'plan plan-30' : 'plan'}>
          <caption className="vh">{t('caption', { range })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('vehicle')}</th>
              {Array.from({ length: days }, (_, index) => addDays(from, index)).map((date) => (
                <DayHead key={date} date={date} isToday={date === today} />
              ))}
            </tr>
          </thead>
          <KeptRows rows={vehicles && (() => calendarRows({ vehicles, from, days, nextSlot, language, t, words }))} />
        </table>
      </section>
    </>
  )
}

function DayHead({ date, isToday }: { date: string; isToday: boolean }) {
  const { language } = useLanguage()
  const name = weekdayNames(language).find((one) => one.weekday === weekday(date))
  const isRest = weekday(date) === restWeekday(language)
  return (
    <th
      scope="col"
      colSpan={2}
      className={isToday ? 'today' : isRest ? 'bad' : undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <span aria-hidden="true">{name?.narrow}</span>
      <b aria-hidden="true">{localDigits(partsIn(date, calendarOf(language)).day, language)}</b>
      <span className="vh">{formatDate(date, language, 'weekday')}</span>
    </th>
  )
}

function Key() {
  const t = useText('calendar')
  const words = useText('voucher')
  return (
    <>
      <ul className="row row-s bar-kinds" id="key" tabIndex={-1} aria-label={t('key')}>
        <li className="stay">{words('status.CONFIRMED')}</li>
        <li className="stay stay-out">{words('status.ACTIVE')}</li>
        <li className="stay stay-ask">{words('status.AWAITING_CONFIRMATION')}</li>
        <li className="stay stay-late">{t('late')}</li>
        <li className="stay stay-off">{t('blocked')}</li>
      </ul>
      <p className="sm mute drag-hint">{t('drag')}</p>
    </>
  )
}
