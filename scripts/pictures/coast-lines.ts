/** A place as the data have it: degrees east and north. */
export type Point = [lng: number, lat: number]
/** The bounds of a region in degrees. */
export type Region = { west: number; south: number; east: number; north: number }

/** Reads the lines that `gmt coast -M -W` prints: land is to the left of each. */
export function readLines(printed: string): Point[][] {
  const lines: Point[][] = []
  for (const row of printed.split('\n')) {
    if (row.startsWith('>')) lines.push([])
    else if (/^-?\d/.test(row)) lines.at(-1)?.push(row.split('\t').map(Number) as Point)
  }
  return lines
}

/**
 * The outlines of the land in a region: rings with land to their left, so that lakes run the other way. The lines may be cut
 * anywhere outside the region.
 * @param isLand whether a region that no line crosses is land
 */
export function landIn(region: Region, lines: readonly Point[][], isLand: boolean): Point[][] {
  const joined = join(lines)
  const rings = joined.filter((line) => isClosed(line) && line.every((point) => isWithin(point, region)))
  const pieces = joined.filter((line) => !rings.includes(line)).flatMap((line) => piecesIn(region, line))
  if (pieces.length > 0) return [...alongBorder(region, pieces), ...rings]
  return isLand ? [cornersOf(region), ...rings] : rings
}

/** Leaves out points that are no farther from the line between their neighbours than a distance. Source: Douglas and Peucker, 1973. */
export function simplify(line: readonly Point[], metres: number): Point[] {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || line.length < 3) return [...line]
  const scale = Math.cos((first[1] * Math.PI) / 180)
  let [farthest, at] = [0, 0]
  for (let index = 1; index < line.length - 1; index++) {
    const distance = distanceFrom(line[index]!, first, last, scale)
    if (distance > farthest) [farthest, at] = [distance, index]
  }
  if (farthest <= metres) return [first, last]
  return [...simplify(line.slice(0, at + 1), metres).slice(0, -1), ...simplify(line.slice(at), metres)]
}

const DEGREE_METRES = 111_320

function distanceFrom([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point, scale: number): number {
  const [dx, dy] = [(x2 - x1) * scale, y2 - y1]
  const [px, py] = [(x - x1) * scale, y - y1]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length))
  return Math.hypot(px - share * dx, py - share * dy) * DEGREE_METRES
}

/** The data come in squares of a degree: a line goes on where another one begins. */
function join(lines: readonly Point[][]): Point[][] {
  const open = lines.filter((line) => line.length > 1 && !isClosed(line))
  const beginning = new Map(open.map((line) => [keyOf(line[0]!), line]))
  const continued = new Set(open.map((line) => beginning.get(keyOf(line.at(-1)!))))
  const used = new Set<Point[]>()
  const follow = (first: Point[]) => {
    const whole = [...first]
    used.add(first)
    for (let next = beginning.get(keyOf(whole.at(-1)!)); next && !used.has(next); ) {
      used.add(next)
      whole.push(...next.slice(1))
      next = beginning.get(keyOf(whole.at(-1)!))
    }
    return whole
  }
  const chains = open.filter((line) => !continued.has(line)).map(follow)
  // What is left goes round through several squares.
  const rounds = open.flatMap((line) => (used.has(line) ? [] : [follow(line)]))
  return [...chains, ...rounds, ...lines.filter(isClosed)]
}

const keyOf = ([lng, lat]: Point) => `${lng.toFixed(6)} ${lat.toFixed(6)}`
const isClosed = (line: readonly Point[]) => line.length > 2 && keyOf(line[0]!) === keyOf(line.at(-1)!)

function isWithin([lng, lat]: Point, { west, south, east, north }: Region): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north
}

/** The parts of a line within the region, from border to border. */
function piecesIn(region: Region, line: readonly Point[]): Point[][] {
  const start = isClosed(line) ? line.findIndex((point) => !isWithin(point, region)) : 0
  const turned = start > 0 ? [...line.slice(start, -1), ...line.slice(0, start + 1)] : line
  const pieces: Point[][] = []
  for (let at = 1; at < turned.length; at++) {
    const part = clip(turned[at - 1]!, turned[at]!, region)
    if (!part) continue
    const last = pieces.at(-1)
    if (last && keyOf(last.at(-1)!) === keyOf(part[0])) last.push(part[1])
    else pieces.push([...part])
  }
  return pieces.filter((piece) => piece.length > 1)
}

/** The part of a stretch within the region. Source: Liang and Barsky, 1984. */
function clip([x1, y1]: Point, [x2, y2]: Point, { west, south, east, north }: Region): [Point, Point] | undefined {
  let [from, to] = [0, 1]
  for (const [step, room] of [
    [x1 - x2, x1 - west],
    [x2 - x1, east - x1],
    [y1 - y2, y1 - south],
    [y2 - y1, north - y1],
  ] as const) {
    if (step === 0) {
      if (room < 0) return undefined
    } else if (step < 0) from = Math.max(from, room / step)
    else to = Math.min(to, room / step)
  }
  if (from >= to) return undefined
  const at = (share: number): Point => [x1 + share * (x2 - x1), y1 + share * (y2 - y1)]
  return [at(from), at(to)]
}

/** Joins pieces to rings along the border of the region, counterclockwise, so that land stays to the left. */
function alongBorder(region: Region, pieces: readonly Point[][]): Point[][] {
  const waiting = new Set(pieces)
  const rings: Point[][] = []
  for (const first of pieces) {
    if (!waiting.delete(first)) continue
    const ring = [...first]
    for (;;) {
      const end = placeOf(region, ring.at(-1)!)
      const ahead = (point: Point) => (placeOf(region, point) - end + 4) % 4
      const next = [first, ...waiting].reduce((near, piece) => (ahead(piece[0]!) < ahead(near[0]!) ? piece : near))
      const corners = cornersOf(region).filter((corner) => ahead(corner) < ahead(next[0]!))
      ring.push(...corners.sort((one, other) => ahead(one) - ahead(other)))
      if (next === first) break
      waiting.delete(next)
      ring.push(...next)
    }
    rings.push([...ring, ring[0]!])
  }
  return rings
}

function cornersOf({ west, south, east, north }: Region): Point[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
}

/** Where a point lies on the border: from 0 at the south-west corner counterclockwise to 4. */
function placeOf({ west, south, east, north }: Region, [lng, lat]: Point): number {
  const [x, y] = [(lng - west) / (east - west), (lat - south) / (north - south)]
  const near = 1e-9
  if (Math.abs(y) < near) return x % 4
  if (Math.abs(x - 1) < near) return 1 + y
  if (Math.abs(y - 1) < near) return 2 + (1 - x)
  return (3 + (1 - y)) % 4
}
