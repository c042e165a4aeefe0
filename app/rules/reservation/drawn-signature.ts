import { DRAWING_MAX } from './contract-text.ts'

/** The box in which a signature is drawn; a point of it is whole. */
export const DRAWN = { width: 600, height: 200 } as const

/** Points closer than this to the one before say nothing more of a line. Source: *ours*. */
const STEP = 3

export type DrawnPoint = { x: number; y: number }

/**
 * A signature's lines as the path of an SVG, as `DRAWING` has it. Points are moved into the box; a line without a second point is a dot. Lines
 * that make the path too long end where it is full.
 */
export function drawingOf(lines: readonly (readonly DrawnPoint[])[]): string {
  let path = ''
  for (const line of lines) {
    let last: DrawnPoint | null = null
    for (const point of line) {
      const next = { x: within(point.x, DRAWN.width), y: within(point.y, DRAWN.height) }
      if (last && Math.hypot(next.x - last.x, next.y - last.y) < STEP) continue
      const part = `${last ? 'L' : 'M'}${next.x} ${next.y}`
      if (path.length + part.length > DRAWING_MAX) return path
      path += part
      last = next
    }
  }
  return path
}

/** A box without a size gives points that are no numbers. */
function within(value: number, max: number): number {
  return Math.min(max, Math.max(0, Math.round(value) || 0))
}
