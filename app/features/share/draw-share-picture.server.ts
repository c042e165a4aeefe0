import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { directionOf } from '#app/i18n/language.ts'
import { localesFolder } from '#app/i18n/text/read-messages.ts'
import type { Language } from '#app/rules/constants.ts'
import { PAINTS, type Paint } from '#app/rules/text/picture.ts'
import { colours } from '../../../tailwind.config.ts'
import type { ShareFacts } from './share-facts.server.ts'

/** The usual size of pictures for shared links. Source: ogp.me and the large networks' guidelines. */
const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 72
const QUALITY = 82
/** Font sizes of titles in pixels, each for titles up to a number of letters. */
const TITLE_SIZES = [
  { letters: 24, size: 76 },
  { letters: 40, size: 60 },
  { letters: Number.POSITIVE_INFINITY, size: 46 },
]
const LINE_SIZE = 38
const HIGHLIGHT_SIZE = 44
const BRAND_SIZE = 40
const DRAWING = { width: 560, height: 249 }

/** Draws a picture for shared links, as JPEG. The site's own font is used, so that Arabic and Persian letters are joined correctly. */
export async function drawSharePicture(
  facts: ShareFacts,
  { brand, language, palette }: { brand: string; language: Language; palette?: Partial<typeof colours> },
): Promise<Buffer> {
  const isRtl = directionOf(language) === 'rtl'
  const tokens = { ...colours, ...palette }
  const placed = async (text: string, size: number, colour: string, top: number): Promise<OverlayOptions> => {
    const { data, info } = await drawText(text, size, colour)
    return { input: data, top, left: isRtl ? WIDTH - MARGIN - info.width : MARGIN }
  }
  const titleSize = TITLE_SIZES.find(({ letters }) => facts.title.length <= letters)?.size ?? LINE_SIZE
  const texts = await Promise.all([
    placed(brand, BRAND_SIZE, tokens.brand, MARGIN),
    placed(facts.title, titleSize, tokens.ink, 190),
    placed(facts.line, LINE_SIZE, tokens.soft, 330),
    ...(facts.highlight ? [placed(facts.highlight, HIGHLIGHT_SIZE, tokens.brand, 420)] : []),
  ])
  const drawing = await drawingOf(facts.drawing)
  const background = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${tokens.canvas}"/>
    <rect y="${HEIGHT - 16}" width="${WIDTH}" height="16" fill="${tokens.brand}"/></svg>`
  return sharp(Buffer.from(background))
    .composite([
      ...(drawing
        ? [
            {
              input: drawing,
              top: HEIGHT - DRAWING.height - 48,
              left: isRtl ? MARGIN : WIDTH - MARGIN - DRAWING.width,
            },
          ]
        : []),
      ...texts,
    ])
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
}

function drawText(text: string, size: number, colour: string) {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return sharp({
    text: {
      // The markup's sizes are in 1024ths of a point; at 72 dpi a point is a pixel.
      text: `<span foreground="${colour}" size="${size * 1024}">${escaped}</span>`,
      font: 'Vazirmatn Bold',
      fontfile: join(projectFolder(), 'styles', 'fonts', 'vazirmatn-bold.ttf'),
      dpi: 72,
      width: WIDTH - 2 * MARGIN,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
}

/** The side view of a vehicle in its paint, or the scene of a city that has one. */
async function drawingOf(name: string | undefined): Promise<Buffer | undefined> {
  const [, shape, paint] = /^([a-z]+)-([a-z-]+)$/.exec(name ?? '') ?? []
  if (!shape || !paint) return undefined
  const isPaint = paint in PAINTS
  const artwork = await readFile(join(projectFolder(), 'art', `${isPaint ? shape : name}.svg`), 'utf8').catch(
    () => undefined,
  )
  if (!artwork) return undefined
  const painted = isPaint ? artwork.replace(/var\(--body,[^)]*\)/g, PAINTS[paint as Paint]) : artwork
  return sharp(Buffer.from(painted), { density: 216 })
    .resize({ ...DRAWING, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
}

/** Fonts and artwork lie beside the texts. */
function projectFolder(): string {
  return join(localesFolder(), '..')
}
