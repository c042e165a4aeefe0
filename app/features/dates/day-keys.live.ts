import type { KeyboardEvent } from 'react'

const STEPS: Record<string, number> = { ArrowUp: -7, ArrowDown: 7, ArrowLeft: -1, ArrowRight: 1 }
const MONTHS: Record<string, number> = { PageUp: -1, PageDown: 1 }

/**
 * Moves the focus from day to day in a calendar whose days are links (`MonthCalendar`): arrow keys by a day or a week, Home and End within
 * the week, Page Up and Page Down by a month. For an element around the months' tables.
 * @param turn shows the next month (1) or the one before (-1) at once; false where there is none
 */
export function moveByKey(event: KeyboardEvent<HTMLElement>, turn: (direction: 1 | -1) => boolean) {
  const { key, currentTarget: box } = event
  const link = (event.target as Element).closest<HTMLElement>('td a')
  if (!link || event.altKey || event.ctrlKey || event.metaKey) return
  const isRtl = getComputedStyle(box).direction === 'rtl'
  const step = STEPS[key] && (isRtl && Math.abs(STEPS[key]) === 1 ? -STEPS[key] : STEPS[key])
  const months = MONTHS[key]
  if (!step && !months && key !== 'Home' && key !== 'End') return
  event.preventDefault()
  const find = () => {
    if (step) return dayAfter(box, link, step)
    return months ? dayOfMonth(box, link, months) : endOfWeek(link, key)
  }
  const direction = (step ?? months ?? 0) < 0 ? -1 : 1
  const found = find() ?? (turn(direction) ? find() : undefined)
  found?.focus()
}

/** The day so many days later that may be chosen; days that may not are passed over by the same step. */
function dayAfter(box: Element, link: Element, step: number): HTMLElement | undefined {
  const days = daysIn(box)
  for (let at = days.indexOf(cellOf(link)) + step; days[at]; at += step) {
    const other = linkIn(days[at])
    if (other) return other
  }
  return undefined
}

/** The same day of another month, or the one nearest to it that may be chosen. */
function dayOfMonth(box: Element, link: Element, months: number): HTMLElement | undefined {
  const tables = [...box.querySelectorAll('table')]
  const month = tables.findIndex((table) => table.contains(link))
  const [from, to] = [tables[month], tables[month + months]]
  if (!from || !to) return undefined
  const days = daysIn(to)
  const day = Math.min(daysIn(from).indexOf(cellOf(link)), days.length - 1)
  return [...days.slice(day), ...days.slice(0, day).reverse()].map(linkIn).find(Boolean)
}

function endOfWeek(link: Element, key: string): HTMLElement | undefined {
  return [...(link.closest('tr')?.querySelectorAll<HTMLElement>('a') ?? [])].at(key === 'Home' ? 0 : -1)
}

/** The cells of days: those of other months in the same week are empty. */
function daysIn(element: Element): (Element | null)[] {
  return [...element.querySelectorAll('td')].filter((cell) => cell.hasChildNodes())
}

const cellOf = (link: Element) => link.closest('td')
const linkIn = (cell: Element | null | undefined) => cell?.querySelector('a') ?? undefined
