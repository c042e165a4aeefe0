import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { AIRPORTS } from '#app/db/demonstration/places/airports.ts'
import { cities } from '#app/db/demonstration/places/cities.ts'
import { landIn, type Point, type Region, readLines, simplify } from './coast-lines.ts'

// node scripts/pictures/coasts.ts: writes art/map/coasts.topojson, the coasts, lakes and islands around each of our cities, from
// GSHHG at its full resolution. Needs `apt-get install gmt gmt-gshhg-full`. art/map/README.md says more.

const FILE = 'art/map/coasts.topojson'
/** How far the region of a city reaches beyond its centre and its airport, in degrees. */
const ROOM = { lng: 0.5, lat: 0.36 }
/** The data are right to 100 or 200 metres. */
const TOLERANCE_METRES = 40
/** About eleven metres. */
const STEP = 1e-4

const arcs: [number, number][][] = []
const objects: Record<string, unknown> = {}
for (const { slug, latitude, longitude } of cities) {
  const region = regionAround({ lat: latitude, lng: longitude }, AIRPORTS[slug])
  const rings = landIn(region, linesAround(region), isLand({ lat: latitude, lng: longitude }))
  // Without a coast, a lake or an island there is nothing to see.
  if (rings.length < 2 && rings.every((ring) => ring.length <= 5)) continue
  const { west, south, east, north } = region
  objects[slug] = { type: 'MultiPolygon', bbox: [west, south, east, north], arcs: rings.map((ring) => [[arcOf(ring)]]) }
}
const [first] = arcs
if (!first) throw new Error('No coast was found: is gmt-gshhg-full installed?')
const topology = { type: 'Topology', transform: { scale: [STEP, STEP], translate: [0, 0] }, objects, arcs }
writeFileSync(FILE, `${JSON.stringify(topology)}\n`)
console.log(`${Object.keys(objects).join(', ')}: ${arcs.reduce((sum, arc) => sum + arc.length, 0)} points`)

function regionAround({ lat, lng }: { lat: number; lng: number }, airport: [number, number] | undefined): Region {
  const [airportLat, airportLng] = airport ?? [lat, lng]
  const [west, east] = [Math.min(lng, airportLng) - ROOM.lng, Math.max(lng, airportLng) + ROOM.lng]
  const [south, north] = [Math.min(lat, airportLat) - ROOM.lat, Math.max(lat, airportLat) + ROOM.lat]
  return { west: inSteps(west), south: inSteps(south), east: inSteps(east), north: inSteps(north) }
}

/** In whole degrees, because the data come in squares of one. */
function linesAround({ west, south, east, north }: Region): Point[][] {
  const around = [Math.floor(west), Math.ceil(east), Math.floor(south), Math.ceil(north)].join('/')
  return readLines(gmt(['coast', `-R${around}`, '-Df', '-M', '-W']))
}

function isLand({ lat, lng }: { lat: number; lng: number }): boolean {
  const around = [Math.floor(lng), Math.ceil(lng), Math.floor(lat), Math.ceil(lat)].join('/')
  return gmt(['select', `-R${around}`, '-Df', '-Ns/k/s/k/s'], `${lng} ${lat}\n`).trim() !== ''
}

function gmt(words: string[], input = ''): string {
  return execFileSync('gmt', words, { encoding: 'utf8', input, maxBuffer: 1e8 })
}

/** Adds a ring as the steps from point to point; returns its number. */
function arcOf(ring: Point[]): number {
  // Both halves end at points that stay: a ring begins where it ends, which has no line between.
  const half = Math.ceil(ring.length / 2)
  const kept = [...simplify(ring.slice(0, half), TOLERANCE_METRES), ...simplify(ring.slice(half - 1), TOLERANCE_METRES)]
  let last = [0, 0]
  const steps = kept.flatMap(([lng, lat]): [number, number][] => {
    const at = [Math.round(lng / STEP), Math.round(lat / STEP)] as [number, number]
    const step: [number, number] = [at[0] - last[0]!, at[1] - last[1]!]
    last = at
    return step[0] === 0 && step[1] === 0 ? [] : [step]
  })
  return arcs.push(steps) - 1
}

function inSteps(degrees: number): number {
  return Number((Math.round(degrees / STEP) * STEP).toFixed(4))
}
