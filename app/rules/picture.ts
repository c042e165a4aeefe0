import type { ImagePreset } from './constants.ts'
import { IMAGE_PRESETS } from './constants.ts'

/** Body types that have an artwork of their own (`art/<type>.svg`). */
export const BODY_TYPES = ['hatchback', 'sedan', 'suv', 'van', 'pickup', 'convertible', 'motorbike', 'scooter'] as const
export type BodyType = (typeof BODY_TYPES)[number]

/** Colours of vehicles, the keys of `colour` in each language's `vehicle.json`, and the paint that the artwork gets (*ours*). */
export const PAINTS = {
  white: '#eef0ee',
  black: '#2b3236',
  silver: '#c3cacd',
  grey: '#7d878b',
  blue: '#2563a8',
  red: '#c8372d',
  green: '#2f7d4f',
  yellow: '#f5b32a',
  orange: '#dd7428',
  brown: '#7a5338',
  beige: '#d8c8a6',
  turquoise: '#0e8a8f',
  gold: '#b8973f',
  purple: '#6d4a8e',
} as const
export type Paint = keyof typeof PAINTS

/** At most this many bytes a picture (quality.md, Slow connections). */
export const PICTURE_BUDGETS: Record<ImagePreset, number> = { small: 8_000, medium: 12_000, large: 20_000 }

export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** `2x`: twice the pixels each way, artwork only. `lite`: half of them, for `Save-Data`. */
export type PictureVariant = '1x' | '2x' | 'lite'

/** The picture set of a vehicle without a photo: `suv-white`. A colour without paint is drawn in silver. */
export function artworkKey(type: BodyType, colour: string): string {
  return `${type}-${isPaint(colour) ? colour : 'silver'}`
}

/** Whether a key names an artwork; artwork drives in the reading direction and may be mirrored, a photo never. */
export function isArtworkKey(key: string): boolean {
  const [type, paint, ...rest] = key.split('-')
  return rest.length === 0 && BODY_TYPES.some((one) => one === type) && paint !== undefined && isPaint(paint)
}

/** File name of one picture of a set: `suv-white-small.avif`, `suv-white-large-2x.webp`. */
export function pictureName(
  key: string,
  preset: ImagePreset,
  format: PictureFormat,
  variant: PictureVariant = '1x',
): string {
  return `${key}-${preset}${variant === '1x' ? '' : `-${variant}`}.${format}`
}

/** All that a `<picture>` needs: a `srcset` per format, the fallback, and the size to reserve. */
export function pictureSources(key: string, preset: ImagePreset, saveData = false) {
  const at = (format: PictureFormat, variant: PictureVariant) =>
    `/pictures/${pictureName(key, preset, format, variant)}`
  const sourceSet = (format: PictureFormat) => {
    if (saveData) return at(format, 'lite')
    return isArtworkKey(key) ? `${at(format, '1x')}, ${at(format, '2x')} 2x` : at(format, '1x')
  }
  return {
    avif: sourceSet('avif'),
    webp: sourceSet('webp'),
    src: at('webp', saveData ? 'lite' : '1x'),
    ...IMAGE_PRESETS[preset],
  }
}

function isPaint(colour: string): colour is Paint {
  return Object.hasOwn(PAINTS, colour)
}
