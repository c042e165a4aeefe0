import { columnStart, slotFrom, slotUntil, wallText } from '#app/rules/time/fleet-calendar.ts'

interface Shown {
  from: string
  days: number
}

/** A movement of fewer pixels is a click and not a drag. */
const LEAST = 8
/** So near to its end, in pixels, a reservation is held by its end. */
const GRIP = 10

/** What is dragged: over a gap to draw days, a reservation to another vehicle, or its end to another day. */
type Drag = { link: HTMLAnchorElement; x: number; mark: HTMLElement; kind: 'draw' | 'move' | 'lengthen' }

/**
 * Lets free days be drawn, and reservations moved and lengthened, with a mouse or pen; a finger scrolls. Each opens the form that the
 * calendar's links lead to as well, filled in. Returns a function that ends it.
 */
export function dragDays(box: HTMLElement, { from, days }: Shown): () => void {
  const ended = new AbortController()
  const on = { signal: ended.signal }
  let drag: Drag | undefined

  box.addEventListener('dragstart', (event) => linkOf(event) && event.preventDefault(), on)
  box.addEventListener(
    'pointerdown',
    (event) => {
      const link = linkOf(event)
      if (!link || event.button !== 0 || event.pointerType === 'touch') return
      const mark = document.createElement('span')
      mark.className = 'dragged'
      mark.hidden = true
      link.parentElement?.append(mark)
      drag = { link, x: event.clientX, mark, kind: kindOf(link, event.clientX) }
    },
    on,
  )
  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (!drag) return
      const { link, mark, kind } = drag
      const shown = kind === 'move' ? rowAt(link, clientY)?.cells[1] : (link.parentElement as HTMLElement)
      mark.hidden = !shown || (kind !== 'move' && Math.abs(clientX - drag.x) < LEAST)
      if (!shown || mark.hidden) return
      shown.append(mark)
      const [left, right] = kind === 'move' ? endsOf(link) : rangeOf(drag, clientX)
      mark.style.left = `${left - shown.getBoundingClientRect().left}px`
      mark.style.width = `${right - left}px`
    },
    on,
  )
  addEventListener(
    'pointerup',
    ({ clientX, clientY }) => {
      const dragged = drag
      drag = undefined
      if (!dragged) return
      dragged.mark.remove()
      const address = addressOf(dragged, clientX, clientY)
      if (!address) return
      // The click that follows would open what the link itself leads to.
      addEventListener('click', (click) => click.preventDefault(), { capture: true, once: true })
      setTimeout(() => location.assign(address))
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

  /** The form that a drag opens; null for none, as for a click. */
  function addressOf(dragged: Drag, x: number, y: number): string | null {
    const { link, kind } = dragged
    const { pathname } = new URL(link.href)
    if (kind === 'move') {
      const ad = rowAt(link, y)?.querySelector<HTMLAnchorElement>('th a')?.pathname.split('/').at(-1)
      return ad ? `${pathname}/vehicle?ad=${ad}` : null
    }
    if (Math.abs(x - dragged.x) < LEAST) return null
    const [start, until] = timesOf(rangeOf(dragged, x))
    if (kind === 'lengthen') return `${pathname}/extension?${new URLSearchParams({ until })}`
    const gap = new URL(link.href).searchParams
    const chosen = new URLSearchParams({
      ad: gap.get('ad') ?? '',
      from: [start, gap.get('from') ?? start].sort().at(-1) ?? start,
      to: [until, gap.get('to') ?? until].sort()[0] ?? until,
    })
    return `${pathname}?${chosen}`
  }

  /** The times at both edges of a part of a row, which has two columns for each day. */
  function timesOf([left, right]: [number, number]): [string, string] {
    const heads = [...box.querySelectorAll('thead th[colspan]')].map((head) => head.getBoundingClientRect())
    const [first, last] = [heads[0], heads.at(-1)]
    if (!first || !last) return ['', '']
    const isRtl = first.left > last.left
    const at = (edge: number) => ((isRtl ? first.right - edge : edge - first.left) * 2) / first.width
    const [a, b] = isRtl ? [at(right), at(left)] : [at(left), at(right)]
    return [
      wallText(slotFrom(columnStart(from, Math.max(0, Math.floor(a + 0.1))))),
      wallText(slotUntil(columnStart(from, Math.min(days * 2, Math.ceil(b - 0.1))))),
    ]
  }
}

/** A gap, or a reservation that is not over. */
function linkOf({ target }: Event): HTMLAnchorElement | null {
  return (target as Element).closest<HTMLAnchorElement>('a.free, a.stay:not(.stay-off, .stay-done)')
}

function kindOf(link: HTMLAnchorElement, x: number): Drag['kind'] {
  if (link.classList.contains('free')) return 'draw'
  const [left, right] = endsOf(link)
  return Math.abs(x - (isRtlAt(link) ? left : right)) <= GRIP ? 'lengthen' : 'move'
}

/** The row of another vehicle at this height. */
function rowAt(link: HTMLAnchorElement, y: number): HTMLTableRowElement | undefined {
  const own = link.closest('tr')
  return [...(own?.parentElement?.querySelectorAll('tr') ?? [])].find((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return row !== own && top <= y && y < bottom
  })
}

/** Both ends of the dragged range: within the gap, or from the reservation's end to the pointer. */
function rangeOf({ link, x, kind }: Drag, now: number): [number, number] {
  const [left, right] = endsOf(kind === 'draw' ? (link.parentElement as HTMLElement) : link)
  if (kind === 'draw') return [Math.max(left, Math.min(x, now)), Math.min(right, Math.max(x, now))]
  return isRtlAt(link) ? [Math.min(now, left), left] : [right, Math.max(now, right)]
}

function endsOf(element: Element): [number, number] {
  const { left, right } = element.getBoundingClientRect()
  return [left, right]
}

const isRtlAt = (element: Element) => element.closest('[dir]')?.getAttribute('dir') === 'rtl'
