import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { composeView, renderVehiclePictures } from '#app/providers/files/pictures.ts'
import { IMAGE_PRESETS } from '#app/rules/constants.ts'
import {
  artworkKey,
  drawingName,
  PAINTS,
  type Paint,
  SHAPES,
  type Shape,
  shapeOfView,
  VIEWS,
  type View,
} from '#app/rules/text/picture.ts'
import { writeCompressedCopies } from './compressed-copies.ts'

// node scripts/pictures/pictures.ts <folder>: copies the pictures of all shapes in all colours into <folder>/pictures. They are
// drawn once into a cache, because a build of the site empties its folder, and drawn again when their source changes.
const [folder = 'build/client'] = process.argv.slice(2)
const CACHE = join('node_modules', '.cache')
const DRAWN = join(CACHE, 'pictures')
const STAMP = join(CACHE, 'pictures.stamp')
const SOURCES = ['app/providers/files/pictures.ts', 'app/rules/text/picture.ts', 'scripts/pictures/pictures.ts']

const started = performance.now()
const stamp = hashOfSources()
if (readOrNothing(STAMP) !== stamp || !existsSync(DRAWN)) await drawAll()
cpSync(DRAWN, join(folder, 'pictures'), { recursive: true })

async function drawAll() {
  const draft = `${DRAWN}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  // Several pictures at once with one thread each use the cores better than one picture with many threads.
  sharp.concurrency(1)
  const sets = SHAPES.flatMap((shape) => (Object.keys(PAINTS) as Paint[]).map((paint) => ({ shape, paint })))
  const rest = sets.values()
  await Promise.all(Array.from({ length: availableParallelism() }, () => drawFrom(rest, draft)))
  rmSync(DRAWN, { recursive: true, force: true })
  renameSync(draft, DRAWN)
  writeFileSync(STAMP, stamp)
  console.log(`Drew ${sets.length} picture sets in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

async function drawFrom(sets: Iterable<{ shape: Shape; paint: Paint }>, into: string) {
  for (const { shape, paint } of sets) {
    const artwork = readFileSync(artworkOf(shape, 'side'), 'utf8')
    const pictures = await renderVehiclePictures(artwork, PAINTS[paint], artworkKey(shape, paint))
    for (const { name, bytes } of pictures) writeFileSync(join(into, name), bytes)
    for (const view of VIEWS.filter((one) => shapeOfView(shape, one) === shape)) {
      const drawing = composeView(readFileSync(artworkOf(shape, view), 'utf8'), PAINTS[paint], view)
      const file = join(into, `${drawingName(shape, paint, view)}.svg`)
      writeFileSync(file, drawing)
      await writeCompressedCopies(file)
    }
  }
}

function artworkOf(shape: Shape, view: View): string {
  return view === 'side' ? join('art', `${shape}.svg`) : join('art', view, `${shapeOfView(shape, view)}.svg`)
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(JSON.stringify([sharp.versions, IMAGE_PRESETS]))
  for (const source of [...SOURCES, ...SHAPES.flatMap((shape) => VIEWS.map((view) => artworkOf(shape, view)))]) {
    hash.update(source).update('\0').update(readFileSync(source)).update('\0')
  }
  return hash.digest('hex')
}

function readOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
