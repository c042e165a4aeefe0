import { columnStart, slotFrom, slotUntil, wallText } from '#app/rules/time/fleet-calendar.ts'

interface Plan {
  from: string
  days: number
  /** The page on which days are blocked. */
  path: string
}

/** A movement of fewer pixels is a click and not a drag. */
const LEAST = 8

/**
 * Lets free days be chosen by dragging over them with a mouse or pen; a finger scrolls. It opens the same form as the
 * gap's own link, filled in with the chosen days. Returns a function that ends it.
 */
export function dragDays(box: HTMLElement, { from, days, path }: Plan): () => void {
  const ended = new AbortController()
  const on = { signal: ended.signal }
  let drag: { link: HTMLAnchorElement; row: DOMRect; x: number; mark: HTMLElement } | undefined

  box.addEventListener('dragstart', (event) => (event.target as Element).closest('.free') && event.preventDefault(), on)
  box.addEventListener(
    'pointerdown',
    (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a.free')
      if (!link || event.button !== 0 || event.pointerType === 'touch') return
      const cell = link.parentElement as HTMLElement
      const mark = document.createElement('span')
      mark.className = 'dragged'
      mark.hidden = true
      cell.append(mark)
      drag = { link, row: cell.getBoundingClientRect(), x: event.clientX, mark }
    },
    on,
  )
  addEventListener(
    'pointermove',
    (event) => {
      if (!drag || Math.abs(event.clientX - drag.x) < LEAST) return
      const { row, x, mark } = drag
      const [left, right] = endsOf(row, x, event.clientX)
      mark.hidden = false
      mark.style.left = `${left - row.left}px`
      mark.style.width = `${right - left}px`
    },
    on,
  )
  addEventListener(
    'pointerup',
    (event) => {
      const dragged = drag
      drag = undefined
      if (!dragged) return
      dragged.mark.remove()
      if (Math.abs(event.clientX - dragged.x) < LEAST) return
      // The click that follows would open the form for the whole gap.
      addEventListener('click', (click) => click.preventDefault(), { capture: true, once: true })
      setTimeout(() => location.assign(addressOf(dragged, event.clientX)))
    },
    on,
  )
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape') return
      drag?.mark.remove()
      drag = undefined
    },
    on,
  )
  return () => ended.abort()

  function addressOf({ link, row, x }: NonNullable<typeof drag>, end: number): string {
    const columns = [...(link.closest('table')?.querySelectorAll('thead th[colspan]') ?? [])].map((head) =>
      head.getBoundingClientRect(),
    )
    const first = columns[0]
    const last = columns.at(-1)
    const gap = new URL(link.href).searchParams
    if (!first || !last) return link.href
    const isRtl = first.left > last.left
    const [left, right] = endsOf(row, x, end)
    const width = first.width / 2
    const at = (edge: number) => (isRtl ? first.right - edge : edge - first.left) / width
    const [a, b] = isRtl ? [at(right), at(left)] : [at(left), at(right)]
    const start = wallText(slotFrom(columnStart(from, Math.max(0, Math.floor(a + 0.1)))))
    const until = wallText(slotUntil(columnStart(from, Math.min(days * 2, Math.ceil(b - 0.1)))))
    const chosen = new URLSearchParams({
      ad: gap.get('ad') ?? '',
      from: later(start, gap.get('from') ?? start),
      to: later(until, gap.get('to') ?? until) === until ? (gap.get('to') ?? until) : until,
    })
    return `${path}?${chosen}`
  }
}

/** Both ends of the dragged range, within the gap. */
function endsOf({ left, right }: DOMRect, one: number, other: number): [number, number] {
  return [Math.max(left, Math.min(one, other)), Math.min(right, Math.max(one, other))]
}

const later = (one: string, other: string) => (one > other ? one : other)
