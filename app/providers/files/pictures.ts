import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { IMAGE_PRESETS, type ImagePreset } from '#app/rules/constants.ts'
import {
  type PhotoCrop,
  PICTURE_BUDGETS,
  PICTURE_FORMATS,
  type PictureFormat,
  type PictureVariant,
  pictureName,
  type View,
} from '#app/rules/text/picture.ts'
import { colours } from '../../../tailwind.config.ts'

export type Picture = { name: string; bytes: Uint8Array }

type Size = { width: number; height: number }
type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

export const PRESET_NAMES = Object.keys(IMAGE_PRESETS) as ImagePreset[]

const scales: Record<PictureVariant, number> = { '1x': 1, lite: 0.5 }

/** How sharp crops a photo to a part of it, or pads a whole one. */
const cuts: Record<PhotoCrop, ResizeOptions> = {
  MIDDLE: { fit: 'cover' },
  TOP: { fit: 'cover', position: 'top' },
  BOTTOM: { fit: 'cover', position: 'bottom' },
  LEFT: { fit: 'cover', position: 'left' },
  RIGHT: { fit: 'cover', position: 'right' },
  WHOLE: { fit: 'contain', background: colours['studio-floor'] },
}

/** Qualities in descending order, tried until a picture is within its budget; artwork does with the higher ones. */
const qualities: Record<PictureFormat, number[]> = { avif: [55, 45, 35, 25, 15], webp: [72, 60, 45, 30, 15] }

/**
 * Draws one vehicle in one paint from the side: each preset as AVIF and WebP, in full and half size. `artwork` is the text
 * of an SVG whose paint is `var(--body, …)`. The ground stays transparent: the page's studio shows through, light or dark.
 */
export async function renderVehiclePictures(artwork: string, paint: string, key: string): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const preset of PRESET_NAMES) {
    for (const variant of ['1x', 'lite'] as const) {
      const composed = composeDrawing(artwork, { paint, shape: IMAGE_PRESETS[preset], size: sizeOf(preset, variant) })
      const pixels = await pixelsOf(sharp(Buffer.from(composed)).ensureAlpha())
      for (const format of PICTURE_FORMATS) {
        const bytes = await encodeWithin(pixels, format, budgetOf(preset, variant))
        pictures.push({ name: pictureName(key, preset, format, variant), bytes })
      }
    }
  }
  return pictures
}

/** A gallery view as an SVG of the large preset's shape: sharp on every screen, with a third of the bytes of an AVIF. */
export function composeView(artwork: string, paint: string, view: View): string {
  const shape = IMAGE_PRESETS.large
  return composeDrawing(artwork, { paint, shape, size: shape, isFull: view === 'inside' })
}

/** Each preset of a photo as AVIF and WebP, in full and half size, cropped to the part that `crop` names. */
export async function renderPhotoPictures(photo: Sharp, key: string, crop: PhotoCrop): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const preset of PRESET_NAMES) {
    for (const format of PICTURE_FORMATS) {
      let budget = budgetOf(preset, '1x')
      for (const variant of ['1x', 'lite'] as const) {
        const pixels = await pixelsOf(photo.clone().resize({ ...sizeOf(preset, variant), ...cuts[crop] }))
        const bytes = await encodeWithin(pixels, format, budget)
        pictures.push({ name: pictureName(key, preset, format, variant), bytes })
        budget = bytes.length / 2
      }
    }
  }
  return pictures
}

function sizeOf(preset: ImagePreset, variant: PictureVariant): Size {
  const { width, height } = IMAGE_PRESETS[preset]
  return { width: Math.round(width * scales[variant]), height: Math.round(height * scales[variant]) }
}

function budgetOf(preset: ImagePreset, variant: PictureVariant): number {
  return variant === 'lite' ? PICTURE_BUDGETS[preset] / 2 : PICTURE_BUDGETS[preset]
}

/**
 * Places a drawing in the design's studio: 5 % of the width free on both sides, 7 % below the shadow. Views narrower than the
 * side view grow up to 80 % of the height; full views cover everything.
 */
function composeDrawing(
  artwork: string,
  { paint, shape, size, isFull = false }: { paint: string; shape: Size; size: Size; isFull?: boolean },
): string {
  const { width, height } = shape
  const [, across = 360, down = 160] = (/viewBox="0 0 (\d+) (\d+)"/.exec(artwork) ?? []).map(Number)
  const scale = isFull
    ? Math.max(width / across, height / down)
    : Math.min((width * 0.9) / across, (height * 0.8) / down)
  const box = { width: across * scale, height: down * scale }
  const top = isFull ? (height - box.height) / 2 : height - width * 0.07 - box.height
  const place = `x="${(width - box.width) / 2}" y="${top}" width="${box.width}" height="${box.height}"`
  const vehicle = artwork.replace(/var\(--body,[^)]*\)/g, paint).replace('<svg ', `<svg ${place} `)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
    `viewBox="0 0 ${width} ${height}">${vehicle}</svg>`
  )
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  return await image.raw().toBuffer({ resolveWithObject: true })
}

/** Encodes with the first quality that keeps the budget. A very grainy picture is blurred as a last resort. */
async function encodeWithin(pixels: Pixels, format: PictureFormat, budget: number): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0)
  for (const softening of [undefined, 1.5, 4]) {
    const attempts = softening ? qualities[format].slice(-1) : qualities[format]
    const from = softening ? await pixelsOf(sharp(pixels.data, { raw: pixels.info }).blur(softening)) : pixels
    for (const quality of attempts) {
      bytes = await encode(from, format, quality)
      if (bytes.length <= budget) return bytes
    }
  }
  return bytes
}

function encode({ data, info }: Pixels, format: PictureFormat, quality: number): Promise<Buffer> {
  const image = sharp(data, { raw: info })
  // Effort 2 takes twice as long for 3 % fewer bytes, and beyond it ten times as long for 7 %.
  return format === 'avif'
    ? image.avif({ quality, effort: 1 }).toBuffer()
    : image.webp({ quality, effort: 4, smartSubsample: true, alphaQuality: 80 }).toBuffer()
}
