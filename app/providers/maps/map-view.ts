import type { WorldPoint } from '#app/rules/map/mercator.ts'
import type { colours } from '../../../tailwind.config.ts'

/** A name on the map: of a city at its centre, or of its airport. */
export type MapLabel = { lat: number; lng: number; name: string; kind?: 'airport' }
/** The part of the world that a picture shows, in pixels at a zoom level, from its north-west corner. */
export type MapView = { zoom: number; corner: WorldPoint; width: number; height: number }
/** The colour tokens of maps. */
export type MapTokens = Pick<typeof colours, 'brand' | 'canvas' | 'ink'>

/** A text with an outline, readable on any ground. */
export function drawText(
  text: string,
  {
    x,
    y,
    size,
    ink,
    anchor = 'middle',
    isBold = false,
  }: { x: number; y: number; size: number; ink: string; anchor?: 'start' | 'middle' | 'end'; isBold?: boolean },
): string {
  const weight = isBold ? ' font-weight="700"' : ''
  return (
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-family="sans-serif" font-size="${size}"${weight} ` +
    `fill="${ink}" stroke="#fff" stroke-width="3" paint-order="stroke">${escapeXml(text)}</text>`
  )
}

/** Escapes text for use in an SVG. */
export function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
