import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { packBaseMap, type Topology } from '#app/providers/maps/pack-base-map.ts'

// node scripts/pictures/base-map.ts <file>: writes the outlines from which the site draws maps when no tiles are configured.
const [file = 'build/base-map.bin'] = process.argv.slice(2)
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Topology
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, packBaseMap(read('node_modules/world-atlas/countries-10m.json'), read('art/map/coasts.topojson')))
