import { kilometresBetween, project, unproject } from '#app/rules/map/mercator.ts'
import { drawText, type MapLabel, type MapTokens, type MapView } from './map-view.ts'

/** Places farther away than this say nothing about where one is. */
const FARTHEST_KM = 150
/** How far from the edge an arrow stands. */
const EDGE_PIXELS = 16

/**
 * An arrow to the north, and arrows at the edge to the next city and airport of those that are not in sight, each with its
 * name and how far it is from the middle.
 */
export function drawBearings(
  view: MapView,
  labels: readonly MapLabel[],
  { north, kilometres, tokens }: { north: string; kilometres: (distance: number) => string; tokens: MapTokens },
): string {
  const middle = { x: view.corner.x + view.width / 2, y: view.corner.y + view.height / 2 }
  const from = unproject(middle, view.zoom)
  const nearest = (kind: MapLabel['kind']) =>
    labels
      .filter((label) => label.kind === kind)
      .map((label) => ({ label, km: kilometresBetween(from, label) }))
      .filter(({ km }) => km <= FARTHEST_KM)
      .sort((one, other) => one.km - other.km)
      .slice(0, 1)
  const arrows = [...nearest(undefined), ...nearest('airport')].map(({ label, km }) => {
    const point = project(label, view.zoom)
    const [x, y] = [point.x - middle.x, point.y - middle.y]
    const room = { x: view.width / 2 - EDGE_PIXELS, y: view.height / 2 - EDGE_PIXELS }
    const reach = Math.max(Math.abs(x) / room.x, Math.abs(y) / room.y)
    const at = { x: view.width / 2 + x / reach, y: view.height / 2 + y / reach }
    return arrowAt(at, (Math.atan2(y, x) * 180) / Math.PI, `${label.name} · ${kilometres(km)}`, { view, tokens })
  })
  return northIn(view, north, tokens) + arrows.join('')
}

function arrowAt(
  { x, y }: { x: number; y: number },
  degrees: number,
  text: string,
  { view, tokens }: { view: MapView; tokens: MapTokens },
): string {
  // The name stands on the inner side of its arrow.
  const isRight = x > view.width / 2
  const isSteep = Math.abs(Math.abs(degrees) - 90) < 45
  const anchor = isSteep ? 'middle' : isRight ? 'end' : 'start'
  const [dx, dy] = isSteep ? [0, y > view.height / 2 ? -14 : 22] : [isRight ? -14 : 14, 4]
  return (
    `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees.toFixed(0)})" d="M8 0-6-7-3 0-6 7z" fill="${tokens.brand}" stroke="#fff"/>` +
    drawText(text, { x: x + dx, y: y + dy, size: 12, ink: tokens.ink, anchor })
  )
}

function northIn({ width }: MapView, letter: string, { ink }: MapTokens): string {
  return (
    `<g transform="translate(${width - 20} 30)"><path d="M0-22 7 0 0-5-7 0z" fill="${ink}" stroke="#fff"/>` +
    `${drawText(letter, { x: 0, y: 13, size: 12, ink, isBold: true })}</g>`
  )
}
