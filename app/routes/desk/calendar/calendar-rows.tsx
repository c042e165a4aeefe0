import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import type { Text } from '#app/i18n/text/text-types.ts'
import type { Language } from '#app/rules/constants.ts'
import type { ReservationStatus } from '#app/rules/reservation/reservation-status.ts'
import {
  type BlockPurpose,
  calendarRow,
  columnStart,
  slotFrom,
  slotUntil,
  wallText,
} from '#app/rules/time/fleet-calendar.ts'

/** A rental or block of a vehicle, as the desk's calls return it. */
export interface CalendarStay {
  kind: 'RESERVATION' | 'BLOCK'
  id: string
  label: string | null
  purpose: BlockPurpose | null
  status: ReservationStatus | null
  is_late: boolean
  is_imported: boolean
  start_date: string
  start_time: string
  end_date: string
  end_time: string
  free_from: string
}

/** A vehicle of the calendar with what holds it. */
export interface Vehicle {
  id: number
  title: string
  plate: string | null
  state: string
  stays: CalendarStay[]
}

export interface Wording {
  language: Language
  t: Text<'calendar'>
}

export interface Words {
  t: Text<'calendar'>
  /** What a status is called, here as everywhere. */
  words: Text<'voucher'>
}

interface Shown extends Wording, Words {
  from: string
  days: number
  nextSlot: string
}

const KINDS: Partial<Record<ReservationStatus, string>> = {
  ACTIVE: 'stay stay-out',
  AWAITING_CONFIRMATION: 'stay stay-ask',
  AWAITING_PAYMENT: 'stay stay-ask',
  COMPLETED: 'stay stay-done',
}

/**
 * The calendar's rows as elements without state: they are most of the page, and the browser keeps the server's markup.
 */
export function calendarRows({ vehicles, ...shown }: Shown & { vehicles: readonly Vehicle[] }) {
  return vehicles.map((vehicle) => vehicleRow(vehicle, shown))
}

function vehicleRow(vehicle: Vehicle, shown: Shown) {
  const { language, t, from, days } = shown
  const { id, title, plate, state, stays } = vehicle
  const held = stays.map((stay) => ({
    ...stay,
    start: { date: stay.start_date, time: stay.start_time },
    end: { date: stay.end_date, time: stay.end_time },
  }))
  const cells = calendarRow(held, { from, days })
  return (
    <tr key={id}>
      <th scope="row">
        <a href={pathIn(language, `/desk/fleet/${id}`)}>
          {plate && <bdi>{localDigits(plate, language)}</bdi>} {title}
        </a>
        {state === 'PAUSED' && <i>{t('paused')}</i>}
      </th>
      {cells.map((cell, index) => (
        <td key={cell.at} colSpan={cell.span}>
          {cell.stays.length > 0
            ? cell.stays.map((stay) => stayLink(stay, shown))
            : freeLink(id, shown, {
                after: cells[index - 1]?.stays.at(-1)?.free_from ?? wallText(columnStart(from, cell.at)),
                before: wallText(cells[index + 1]?.stays[0]?.start ?? columnStart(from, cell.at + cell.span)),
              })}
        </td>
      ))}
    </tr>
  )
}

function stayLink(stay: CalendarStay, { language, t, words }: Wording & Words) {
  const isBlock = stay.kind === 'BLOCK'
  const blockPath = stay.is_imported ? '/desk/feeds' : `/desk/blocks#block-${stay.id}`
  const path = isBlock ? blockPath : `/desk/reservations/${stay.id}`
  const kind = isBlock ? 'stay stay-off' : ((stay.status && KINDS[stay.status]) ?? 'stay')
  return (
    <a key={stay.id} className={stay.is_late ? `${kind} stay-late` : kind} href={pathIn(language, path)}>
      {isBlock ? blockName(stay, t) : stay.label}
      <span className="vh">
        {', '}
        {statusOf(stay, { t, words })}, {whenOf(stay, { language, t })}
      </span>
    </a>
  )
}

/** A gap of the row as a link to the form that books, offers or blocks it; without a link if it is over. */
function freeLink(ad: number, { language, t, nextSlot }: Shown, { after, before }: { after: string; before: string }) {
  const [start = '', end = ''] = [
    slotFrom(momentOf(after > nextSlot ? after : nextSlot)),
    slotUntil(momentOf(before)),
  ].map(wallText)
  if (start >= end) return <span className="vh">{t('wasFree')}</span>
  const query = new URLSearchParams({ ad: String(ad), from: start, to: end }).toString().replaceAll('%3A', ':')
  return (
    <a className="free" href={pathIn(language, `/desk/reservations/new?${query}`)}>
      <span className="vh">
        {t('free', {
          from: formatDate(start.slice(0, 10), language, 'short'),
          to: formatDate(end.slice(0, 10), language, 'short'),
        })}
      </span>
    </a>
  )
}

/** What a block is for, and its reason in words. */
export function blockName({ purpose, label }: CalendarStay, t: Text<'calendar'>): string {
  return [purpose && t(`purpose.${purpose}`), label].filter(Boolean).join(' · ') || t('blocked')
}

/** A bar's text for screen readers, which cannot show its colour. */
export function statusOf({ kind, status, is_late }: CalendarStay, { t, words }: Words): string {
  if (kind === 'BLOCK') return t('blocked')
  if (is_late) return t('late')
  return status ? words(`status.${status}`) : t('blocked')
}

/** The period, in words. */
export function whenOf({ start_date, start_time, end_date, end_time }: CalendarStay, { language, t }: Wording): string {
  const moment = (date: string, time: string) =>
    `${formatDate(date, language, 'weekday')} ${formatTime(time, language)}`
  return t('when', { from: moment(start_date, start_time), to: moment(end_date, end_time) })
}

/** A wall time of a text such as `2026-12-03T10:30`. */
export function momentOf(text: string) {
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}
